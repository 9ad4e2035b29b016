package br.com.kobana.mcp.auth;

import br.com.kobana.mcp.upstream.Credential;
import java.util.concurrent.CompletionStage;

/** Finds out whether a sub-account can be acted on. */
interface SubAccounts {
  /**
   * What the holder's credential reaches. Fails where nothing can be known. Whose sub-account it is
   * is told and not judged: that is compared at each request.
   *
   * @param uid a well-formed uid
   */
  CompletionStage<Reach> reach(Credential credential, String uid);
}

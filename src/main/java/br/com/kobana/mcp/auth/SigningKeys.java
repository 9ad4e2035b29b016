package br.com.kobana.mcp.auth;

import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.JWK;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The public keys of an authorization server. */
interface SigningKeys {
  /** Those that may have made a signature with this header. Fails where none can be had. */
  CompletionStage<List<JWK>> matching(JWSHeader header);
}

package br.com.kobana.mcp.auth;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What a caller needs to run an operation (design decision 10): the level, and every resource scope
 * or {@code all}, and, where a panel user stands behind the token, one of that user's permission
 * patterns for each resource.
 *
 * @param write whether the operation needs the level {@code write}; reads take {@code read} or
 *     {@code write}
 * @param scopes resource scopes, all needed, such as {@code charge.bank_billets}
 */
public record Access(boolean write, List<String> scopes) {
  public Access {
    scopes = List.copyOf(scopes);
  }

  /** How far a caller gets. */
  public enum Verdict {
    ALLOWED,
    /** The token lacks a scope; a new consent would help. */
    SCOPE_MISSING,
    /** The panel user may not; no scope helps, so the operation does not exist for this caller. */
    HIDDEN
  }

  public Verdict of(Caller caller) {
    if (caller.permissions().isPresent()
        && !scopes.stream().allMatch(s -> Permissions.permit(caller.permissions().get(), s))) {
      return Verdict.HIDDEN;
    }
    return missing(caller.scopes()) ? Verdict.SCOPE_MISSING : Verdict.ALLOWED;
  }

  public boolean allows(Caller caller) {
    return of(caller) == Verdict.ALLOWED;
  }

  /** Every scope a challenge names: the level and the resource scopes. */
  public List<String> needed() {
    List<String> needed = new ArrayList<>(scopes);
    needed.add(write ? "write" : "read");
    return List.copyOf(needed);
  }

  private boolean missing(Set<String> held) {
    boolean level = held.contains("write") || (!write && held.contains("read"));
    return !level || !(held.contains("all") || held.containsAll(scopes));
  }
}

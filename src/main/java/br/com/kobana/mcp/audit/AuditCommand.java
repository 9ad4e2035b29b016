package br.com.kobana.mcp.audit;

import br.com.kobana.mcp.settings.Settings;
import br.com.kobana.mcp.settings.WrongSetting;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

/**
 * {@code bin/audit verify FILE…}: a line for each file. Ends with 0 where every file is whole and
 * sealed, 1 where one is broken, 2 where nothing could be verified, 3 where the last file is sound
 * as far as it goes and has no seal.
 */
public final class AuditCommand {
  private AuditCommand() {}

  public static void main(String[] args) {
    System.exit(run(List.of(args), System.out, System.err));
  }

  private static int run(List<String> args, PrintStream out, PrintStream err) {
    if (args.size() < 2 || !args.get(0).equals("verify")) {
      err.println("usage: bin/audit verify FILE...");
      return 2;
    }
    try {
      return verify(args.subList(1, args.size()), Settings.auditKeys(), out, err);
    } catch (WrongSetting e) {
      err.println(e.getMessage());
      return 2;
    }
  }

  /** As the command, with these keys. */
  static int verify(List<String> files, List<byte[]> keys, PrintStream out, PrintStream err) {
    if (keys.isEmpty()) {
      err.println("mcp.audit.key is empty: set MCP_AUDIT_KEY to the key of the trail");
      return 2;
    }
    List<Finding> findings;
    try {
      findings =
          new Verifier(keys.stream().map(AuditKey::new).toList())
              .verify(files.stream().map(Path::of).toList());
    } catch (IOException e) {
      err.println("cannot read: " + e.getMessage());
      return 2;
    }
    findings.forEach(out::println);
    List<Finding.State> states = findings.stream().map(Finding::state).toList();
    return states.contains(Finding.State.BROKEN) ? 1 : states.contains(Finding.State.OPEN) ? 3 : 0;
  }
}

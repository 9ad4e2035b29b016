package br.com.kobana.mcp.pipeline;

/** What the fixtures ask of a client, as members of {@code inputRequests}. */
final class FixtureQuestions {
  static final String NAME = form("user_name", "What is your name?", "name", "string");
  static final String CONTEXT =
      form("user_context", "What context should the prompt use?", "context", "string");
  static final String CONFIRM = form("confirm", "Please confirm", "ok", "boolean");
  static final String COLOR = form("color", "What is your favorite color?", "color", "string");
  static final String CAPITAL = sample("capital_question", "What is the capital of France?");
  static final String GREETING = sample("greeting", "Generate a greeting");
  static final String ROOTS = "'client_roots':{'method':'roots/list','params':{}}";

  private FixtureQuestions() {}

  private static String form(String key, String message, String field, String type) {
    return ("'%s':{'method':'elicitation/create','params':{'mode':'form','message':'%s',"
            + "'requestedSchema':{'type':'object','properties':{'%s':{'type':'%s'}},"
            + "'required':['%s']}}}")
        .formatted(key, message, field, type, field);
  }

  private static String sample(String key, String text) {
    return ("'%s':{'method':'sampling/createMessage','params':{'messages':[{'role':'user',"
            + "'content':{'type':'text','text':'%s'}}],'maxTokens':100}}")
        .formatted(key, text);
  }
}

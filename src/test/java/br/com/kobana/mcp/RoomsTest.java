package br.com.kobana.mcp;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** A package is a room with one door; dependencies point one way. */
@AnalyzeClasses(
    packages = "br.com.kobana.mcp",
    importOptions = ImportOption.DoNotIncludeTests.class)
class RoomsTest {
  private static final String ROOT = "br.com.kobana.mcp.";

  @ArchTest
  static final ArchRule roomsHaveNoCycles =
      slices().matching(ROOT + "(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule dependenciesPointOneWay =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("jsonrpc")
          .definedBy(ROOT + "jsonrpc")
          .layer("protocol")
          .definedBy(ROOT + "protocol")
          .layer("auth and throttle")
          .definedBy(ROOT + "auth", ROOT + "throttle")
          .layer("methods")
          .definedBy(
              ROOT + "tools",
              ROOT + "confirm",
              ROOT + "guard",
              ROOT + "resources",
              ROOT + "prompts",
              ROOT + "completion")
          .layer("pipeline")
          .definedBy(ROOT + "pipeline")
          .whereLayer("pipeline")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("methods")
          .mayOnlyBeAccessedByLayers("pipeline")
          .whereLayer("auth and throttle")
          .mayOnlyBeAccessedByLayers("methods", "pipeline")
          .whereLayer("protocol")
          .mayOnlyBeAccessedByLayers("auth and throttle", "methods", "pipeline");

  @ArchTest
  static final ArchRule upstreamAndCatalogueKnowNothingOfMcp =
      noClasses()
          .that()
          .resideInAnyPackage(ROOT + "upstream", ROOT + "catalog..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(ROOT + "protocol", ROOT + "tools", ROOT + "pipeline", ROOT + "auth");

  @ArchTest
  static final ArchRule plainRoomsKnowNeitherCamelNorVertx =
      noClasses()
          .that()
          .resideInAnyPackage(
              ROOT + "jsonrpc",
              ROOT + "protocol",
              ROOT + "auth",
              ROOT + "throttle",
              ROOT + "catalog..",
              ROOT + "tools",
              ROOT + "confirm",
              ROOT + "guard",
              ROOT + "resources",
              ROOT + "prompts",
              ROOT + "completion")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.camel..", "io.vertx..");

  @ArchTest
  static final ArchRule nobodyButTheStartKnowsRedis =
      noClasses()
          .that()
          .resideOutsideOfPackages(ROOT + "redis..", "br.com.kobana.mcp")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(ROOT + "redis..", "io.vertx.redis..");

  @ArchTest
  static final ArchRule redisKnowsOnlyTheCounterAndTheSettings =
      noClasses()
          .that()
          .resideInAPackage(ROOT + "redis")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              ROOT + "jsonrpc",
              ROOT + "protocol",
              ROOT + "auth",
              ROOT + "tools",
              ROOT + "pipeline",
              ROOT + "observe",
              "org.apache.camel..");

  @ArchTest
  static final ArchRule nobodyButTheStartKnowsTheSandbox =
      noClasses()
          .that()
          .resideOutsideOfPackages(ROOT + "sandbox..", ROOT + "cataloguing", "br.com.kobana.mcp")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(ROOT + "sandbox..");

  @ArchTest
  static final ArchRule nobodyButTheStartKnowsAuditAndTraces =
      noClasses()
          .that()
          .resideOutsideOfPackages(ROOT + "audit", ROOT + "trace", "br.com.kobana.mcp")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(ROOT + "audit", ROOT + "trace", "io.opentelemetry..");

  @ArchTest
  static final ArchRule nothingIsBinaryFloatingPoint =
      fields().should().notHaveRawType(double.class).andShould().notHaveRawType(float.class);
}

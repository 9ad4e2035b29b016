# Not built where it was written: no container engine was at hand. The commands of its stages were run by
# hand, outside a container.
FROM maven:3.9-eclipse-temurin-25 AS build
WORKDIR /build
COPY pom.xml application.properties ./
COPY src/main src/main
RUN mvn -q -B package -Dmaven.test.skip=true

# A first run on the sandbox writes the AOT cache. It belongs to the very Java of the last stage, and to
# these paths.
FROM eclipse-temurin:25-jre AS train
WORKDIR /gateway
COPY --from=build /build/target/lib lib
COPY --from=build /build/target/gateway.jar gateway.jar
COPY bin/archive /tmp/archive
RUN bash /tmp/archive /gateway/gateway.jar

FROM eclipse-temurin:25-jre
WORKDIR /gateway
COPY --from=train /gateway /gateway
# Reachable from outside the container. Health and metrics stay on its loopback unless
# MCP_MANAGEMENT_HOST says otherwise. KOBANA_API_URL has no default: set it.
ENV MCP_HOST=0.0.0.0
EXPOSE 8080 9876
USER 10001:10001
# No shell in between: the signal to stop reaches the gateway. It writes no file, so the root can be
# read-only. Where the cache does not fit, it starts without. Options as in bin/run.
ENTRYPOINT ["java", "-XX:Tier4InvocationThreshold=60000", "-XX:Tier4MinInvocationThreshold=7200", "-XX:Tier4CompileThreshold=180000", "-XX:Tier4BackEdgeThreshold=480000", "-XX:MaxRAMPercentage=75", "-XX:AOTCache=gateway.aot", "-XX:+ExitOnOutOfMemoryError", "-jar", "gateway.jar"]

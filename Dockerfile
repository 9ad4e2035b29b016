# Not built or run where it was written: no container engine was at hand. Its commands were run by hand,
# as an unprivileged user, from a directory with the jar and lib/.
FROM maven:3.9-eclipse-temurin-17 AS build
WORKDIR /build
COPY pom.xml application.properties ./
COPY src/main src/main
RUN mvn -q -B package -Dmaven.test.skip=true

FROM eclipse-temurin:17-jre
WORKDIR /gateway
COPY --from=build /build/target/lib lib
COPY --from=build /build/target/gateway.jar gateway.jar
# Reachable from outside the container. Health and metrics stay on its loopback unless
# MCP_MANAGEMENT_HOST says otherwise. KOBANA_API_URL has no default: set it.
ENV MCP_HOST=0.0.0.0
EXPOSE 8080
USER 10001:10001
ENTRYPOINT ["java", "-XX:MaxRAMPercentage=75", "-XX:+ExitOnOutOfMemoryError", "-jar", "gateway.jar"]

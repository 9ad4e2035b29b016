// Stands between a client that cannot send a token and the gateway, and adds the token:
//   node inject.mjs PORT GATEWAY_URL TOKEN
// It prints "ready" once it listens. Method, path, Host, Origin, the case and repetition of headers and
// the body pass as they are, because they are what the conformance suite tries the gateway with.
import http from 'node:http';

const [port, gateway, token] = process.argv.slice(2);
const target = new URL(gateway);

const server = http.createServer((request, answer) => {
  const forwarded = http.request({
    hostname: target.hostname,
    port: target.port,
    method: request.method,
    path: request.url,
    setHost: false,
    headers: [...request.rawHeaders, 'Authorization', `Bearer ${token}`],
  });
  forwarded.on('response', (received) => {
    answer.writeHead(received.statusCode, received.statusMessage, received.rawHeaders);
    received.pipe(answer);
  });
  forwarded.on('error', (error) => {
    if (answer.headersSent) {
      answer.destroy(error);
    } else {
      answer.writeHead(502, { 'Content-Type': 'text/plain' }).end(`no answer from the gateway: ${error.message}`);
    }
  });
  answer.on('close', () => forwarded.destroy());
  request.pipe(forwarded);
});

// "localhost" listens wherever clients that dial that name look first, IPv6 or IPv4.
server.listen(Number(port), 'localhost', () => console.log('ready'));

// Lines that a person and a test can read: "1..N" first, then "ok - name" or "not ok - name", each with
// "# detail" where there is more to say.

export const plan = (number) => console.log(`1..${number}`);

export function report(passed, name, detail = '') {
  const more = detail && ` # ${detail.trim().replaceAll(/\s*\n\s*/g, ' | ')}`;
  console.log(`${passed ? 'ok' : 'not ok'} - ${name}${more}`);
  if (!passed) {
    process.exitCode = 1;
  }
}

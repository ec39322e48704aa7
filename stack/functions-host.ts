// Runs one function under Deno, given by its URL. The stack holds the other end of standard input: when the stack ends, even if
// killed, the function ends too.
declare const Deno: { args: string[]; stdin: { readable: ReadableStream }; exit(code: number): never };

void (async () => {
  for await (const _ of Deno.stdin.readable);
  Deno.exit(0);
})();

await import(Deno.args[0] ?? '');

export {};

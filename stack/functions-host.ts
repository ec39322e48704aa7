// What Deno runs: one function, named by its address. The stack holds the other end of standard input: when the stack is
// gone, however it went, so is the function.
declare const Deno: { args: string[]; stdin: { readable: ReadableStream }; exit(code: number): never };

void (async () => {
  for await (const _ of Deno.stdin.readable);
  Deno.exit(0);
})();

await import(Deno.args[0] ?? '');

export {};

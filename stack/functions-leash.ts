// Loaded by Deno before a function. The stack holds the other end of standard input: when the stack is gone, so is the function.
declare const Deno: { stdin: { readable: ReadableStream }; exit(code: number): never };

void (async () => {
  for await (const _ of Deno.stdin.readable);
  Deno.exit(0);
})();

export {};

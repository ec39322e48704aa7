Deno.serve(() => new Response('open'));

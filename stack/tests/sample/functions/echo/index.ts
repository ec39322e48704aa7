import { createClient } from 'npm:@supabase/supabase-js@2';

// Reads as the caller: row-level security decides, not this function.
Deno.serve(async (request) => {
  const asCaller = createClient(Deno.env.get('SUPABASE_URL')!, Deno.env.get('SUPABASE_ANON_KEY')!, {
    global: { headers: { Authorization: request.headers.get('Authorization')! } },
  });
  const { data, error } = await asCaller.from('notes').select('amount');
  return Response.json({ notes: data, error, body: await request.text(), path: new URL(request.url).pathname }, { status: 201 });
});

insert into public.hidden values (1);

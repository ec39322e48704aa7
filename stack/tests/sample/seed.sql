create table public.seeded (id int primary key); insert into public.seeded values (1);

/** So many calls of the one org, spread over a year, with a line and a transcript each. */
export const FILL_CALLS = `
with made as (
  insert into call (id, org_id, type, status, name, assistant_id, artifact, started_at, ended_at, ended_reason, created_at, updated_at)
  select gen_random_uuid(), (select id from org limit 1), 'webCall', 'ended', 'call ' || n,
    (select id from assistant order by created_at limit 1),
    jsonb_build_object('messages', '[]'::jsonb, 'transcript', repeat('User: What is it? AI: It is this. ', 10)),
    at, at + interval '2 minutes', (array['customer-ended-call', 'silence-timed-out', 'exceeded-max-duration'])[1 + n % 3], at, at
  from (select n, now() - n * interval '5 minutes' as at from generate_series(1, $1::int) n) as numbers
  returning id, name)
insert into call_line (call_id, position, message)
select id, 0, jsonb_build_object('role', 'user', 'message', 'What is ' || name || '?', 'time', 0, 'endTime', 0, 'secondsFromStart', 1)
from made`;

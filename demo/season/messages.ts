import { sql } from 'kysely'
import { analyze, atLeast, pick, type Season } from './season.ts'

const topics = [
  {
    topic: 'registration',
    title: 'Регистрация и анкета',
    text: 'Можно ли исправить запись, если регистрация завершена?',
  },
  { topic: 'account', title: 'Вход и личный кабинет', text: 'Код для входа пришёл на старый номер телефона.' },
  { topic: 'stage', title: 'Этап: задание, сроки, результат', text: 'Нужна ли копия приказа?' },
  { topic: 'technical', title: 'Портал работает не так', text: 'На телефоне не загружается скан диплома.' },
]

/** Letters to the support, four in five answered. */
export async function fillSupport(season: Season): Promise<void> {
  const { tx, code, now, by } = season
  const letters = atLeast(20, 0.08, season)
  await sql`
    insert into feedback_requests (account_id, competition_code, topic, topic_title, text, email, status, created_at,
      answered_at, closed_at)
    select c.id, ${code}, t.of ->> 'topic', t.of ->> 'title', t.of ->> 'text', a.email, s.status, s.at,
      case when s.status <> 'open' then s.at + interval '9 hours' end,
      case when s.status = 'closed' then s.at + interval '9 hours' end
    from crowd c join accounts a on a.id = c.id
    cross join lateral (select ${pick(topics, sql`c.n`)} as of) t
    cross join lateral (select (array['open', 'answered', 'answered', 'closed', 'closed'])[1 + c.n % 5] as status,
      ${now}::timestamptz - make_interval(mins => c.n % 40000) as at) s
    where c.n <= ${letters}::int`.execute(tx)
  await sql`
    insert into feedback_answers (request_id, author_id, text, created_at)
    select id, ${by}::int, 'Да, напишите нам, что исправить: запись поправит организатор.', answered_at
    from feedback_requests where competition_code = ${code} and answered_at is not null`.execute(tx)
}

const notices = [
  ['Заявка принята', 'Ваша заявка принята. Первый этап уже открыт.'],
  ['Эфир с экспертами во вторник', 'Расскажут, как читают анкеты и что в них ценят. Начало в 19:00 по Москве.'],
  ['Этап пройден', 'Этап засчитан. Следующий откроется по расписанию.'],
  ['Осталась неделя', 'Вы начали и не сдали. Этап закроется через неделю.'],
]

/** Twenty notices of each person, most of them read; the oldest first. */
export async function fillNotices({ tx, now }: Season): Promise<void> {
  for (let day = 20; day > 0; day -= 1) {
    const at = sql`${now}::timestamptz - make_interval(days => ${day}::int, secs => c.n % 36000)`
    const [title, text] = notices[day % notices.length] ?? []
    await sql`
      insert into notifications (account_id, title, text, created_at, read_at)
      select c.id, ${title}, ${text}, ${at}, case when ${day}::int > 3 then ${at} + interval '5 hours' end from crowd c`.execute(
      tx,
    )
  }
  await analyze(tx, 'notifications')
}

/** People per statement. */
const part = 20_000

/**
 * Twelve rows of each person in the audit, after those that are there, in the chain of their hashes. Nobody else can
 * add a row until the season is there, so this comes last.
 */
export async function fillAudit(season: Season): Promise<void> {
  const { tx, code, people, by } = season
  await sql`select pg_advisory_xact_lock(hashtext('audit chain'))`.execute(tx)
  await sql`
    create or replace function pg_temp.chained(first int, last int, competition text, actor int) returns setof audit language plpgsql as $$
      declare
        r audit;
        began timestamptz := clock_timestamp();
      begin
        select * into r from audit order by id desc limit 1;
        r.id := coalesce(r.id, 0);
        r.hash := coalesce(r.hash, ''::bytea);
        r.actor_id := actor;
        for n in first * 12 .. last * 12 - 1 loop
          r.id := r.id + 1;
          r.at := greatest(began, coalesce(r.at, began)) + interval '1 microsecond';
          r.action := case n % 4 when 0 then 'person_tagged' when 1 then 'work_checked' else 'looked' end;
          r.subject := 'person:' || 1000000 + n / 12;
          r.detail := jsonb_build_object('competition', competition, 'stage', 'essay');
          r.previous_hash := r.hash;
          r.hash := audit_hash(r.id, r.at, r.actor_id, r.action, r.subject, r.detail, r.previous_hash);
          return next r;
        end loop;
      end $$`.execute(tx)
  for (let first = 0; first < people; first += part)
    await sql`insert into audit select * from pg_temp.chained(${first}::int, ${Math.min(first + part, people)}::int, ${code},
      ${by}::int)`.execute(tx)
  await sql`select pg_notify('audit_grew', '')`.execute(tx)
}

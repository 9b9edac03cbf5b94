import { sql } from 'kysely'
import { videoQuestions } from '../every-kind/video-interview.ts'
import { analyze, fileId, pick, type Season, type SeasonFile } from './season.ts'
import { fillFiles, fillWorks } from './works.ts'

const answerFile = (question: number): SeasonFile => ({
  ...{
    prefix: `answer ${question}`,
    name: `answer-${question}.webm`,
    type: 'video/webm',
    purpose: 'video',
    size: 96_000,
  },
})

/** Consents, the questions that were shown, and a recording of each answer. Nothing is stored of the recordings. */
export async function fillVideos(season: Season): Promise<void> {
  const { tx, stage } = season
  const stageId = stage('interview')
  const facts = sql`stage_facts f join crowd c on c.id = f.account_id where f.stage_id = ${stageId}`
  const done = sql`(f.submitted_at is not null or f.returned_at is not null)`
  await sql`
    insert into video_consents (account_id, stage_id, text, ip, agreed_at)
    select c.id, ${stageId}, 'Я согласен на запись видео и голоса во время этого интервью.', '192.0.2.1', f.started_at
    from ${facts}`.execute(tx)
  for (const [at, { text, think_seconds, answer_seconds, takes }] of videoQuestions.entries()) {
    const question = at + 1
    const file = answerFile(question)
    await sql`
      insert into video_questions (account_id, stage_id, question, text, think_seconds, answer_seconds, takes, asked_at)
      select c.id, ${stageId}, ${question}, ${text}, ${think_seconds}::int, ${answer_seconds}::int, ${takes}::int, f.started_at
      from ${facts} and (${question} = 1 or ${done})`.execute(tx)
    await sql`
      insert into video_takes (account_id, stage_id, question, source, type, state, began_at, heard_at, received, total,
        max_ms, duration_ms, settled_at, video_codec, audio_codec, file_id, silent, user_agent)
      select c.id, ${stageId}, ${question}, 'recording', ${file.type}, 'ready', f.started_at, f.started_at, ${sql.lit(file.size)},
        ${sql.lit(file.size)}, 23000, 3341, f.started_at, 'vp8', 'opus', ${fileId(file)}, c.n % 200 = 0,
        'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/150.0.0.0 Mobile Safari/537.36'
      from ${facts} and ${done}`.execute(tx)
  }
  await sql`create temporary table taken on commit drop as
    select account_id, question, id from video_takes where stage_id = ${stageId}`.execute(tx)
  await sql`create index on taken (account_id)`.execute(tx)
  await analyze(tx, 'taken')
  const answers = videoQuestions.map(({ text }, at) => {
    const { name } = answerFile(at + 1)
    return sql`jsonb_build_object('question', ${at + 1}::int, 'text', ${text}::text, 'file_id', ${fileId(answerFile(at + 1))},
      'name', ${name}::text, 'seconds', 3, 'take_id',
      (select id from taken t where t.account_id = c.id and t.question = ${at + 1}))`
  })
  await fillWorks(season, 'interview', {
    data: sql`case when f.submitted_at is null and f.returned_at is null then '{"chosen": {}}'::jsonb
      else jsonb_build_object('answers', jsonb_build_array(${sql.join(answers)})) end`,
  })
  for (const at of videoQuestions.keys()) await fillFiles(season, 'interview', answerFile(at + 1))
  await sql`
    insert into video_grants (account_id, stage_id, question, reason, asked_by, asked_at)
    select c.id, ${stageId}, 1, ${pick(['Не слышно голоса', 'Отключился свет'], sql`c.n`)} #>> '{}', 'person', f.started_at
    from ${facts} and ${done} and c.n % 100 = 0`.execute(tx)
}

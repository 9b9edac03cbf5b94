import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { ownersWords } from '#server/stages/authors-words.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import type { FileScan } from '#shared/platform/files/limits.ts'
import { namesIn, withoutAddresses } from '#shared/platform/text/names-in.ts'
import { personalDataIn } from '#shared/platform/text/personal-data-in.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import type { WorkToCheck } from './store.ts'

/**
 * What a checker should look at in a written work: names, data of people, similarity to others. Only the fact is shown:
 * the author and the text of the other work are for organisers only.
 */
export async function hintsOf(db: Db, stage: SeasonStage, work: WorkToCheck): Promise<string[]> {
  const compared = stage.kind?.compared
  if (!compared || (work.account_id === null && work.team_id === null)) return []
  const text = compared
    .passages(work.data)
    .map((passage) => passage.text)
    .join('\n')
  // Addresses are named with the other data.
  const names = namesIn(
    withoutAddresses(text),
    await ownersWords(db, { accountId: work.account_id, teamId: work.team_id }),
  )
  const personal = personalDataIn(text)
  const percent = await highestSimilarity(db, work.id)
  const threshold = compared.threshold(stage.settings)
  return [
    ...(names.length > 0 ? [`В тексте есть слова, по которым можно узнать автора: ${names.join(', ')}`] : []),
    ...(personal.length > 0 ? [`В тексте есть данные, похожие на персональные: ${personal.join(', ')}`] : []),
    ...(threshold > 0 && percent >= threshold ? [`Похоже на другую работу: совпадает ${percent} %`] : []),
  ]
}

export interface ShutFile {
  name: string
  scan: FileScan
}

/** The message for a file that nobody can open: it waits for the scanner, or it had a virus and was deleted. */
export const shutFileHint = ({ name, scan }: ShutFile): string =>
  scan === 'waiting'
    ? `Файл ${quoted(name)} ещё проверяется на вирусы: открыть его можно будет после проверки`
    : `В файле ${quoted(name)} найден вирус, и файл удалён. Верните работу, чтобы автор приложил другой`

async function highestSimilarity(db: Db, workId: number): Promise<number> {
  const { rows } = await sql<{ percent: number }>`
    select coalesce(max(percent), 0) as percent from similar_works
    where first_id = ${workId} or second_id = ${workId}`.execute(db)
  return rows[0]?.percent ?? 0
}

import { timeSince } from '#web/platform/ui/StagePath/deadline.ts'
import { serverNow } from '#web/stages/server-clock.ts'
import styles from './Duties.module.css'
import type { Duty } from './queries.ts'
import { sectionPath } from './sections.ts'
import { Tile } from './Tile.tsx'

interface DutyTilesProps {
  duty: Duty
  /** On the page of the season itself, where its number would be a link to the same page. */
  inSeason?: boolean
}

/** What waits in a competition, within the person's rights: each number opens what it counts. */
export function DutyTiles({ duty: { code, season, support, people, help, desk }, inSeason = false }: DutyTilesProps) {
  if (!(support || people || desk || help || (season && !inSeason))) return null
  return (
    <ul className={styles.tiles}>
      {support && (
        <Tile count={support.open} label="Ждут ответа" to={sectionPath('inbox', code)} waits>
          {support.oldest ? `старшее — ${timeSince(support.oldest, serverNow().getTime())}` : 'обращений нет'}
        </Tile>
      )}
      {people && (
        <Tile count={people.count} label="Участники" to={sectionPath('people', code)}>
          поиск, сроки, история
        </Tile>
      )}
      {desk && (
        <Tile count={desk.waits} label="Ждут проверки" to={sectionPath('checks', code)} waits>
          {deskNote(desk)}
        </Tile>
      )}
      {season && !inSeason && (
        <Tile count={season.stages} label="Этапы" to={sectionPath('console', code)} waits={season.edited > 0}>
          {stagesNote(season)}
        </Tile>
      )}
      {help && (
        <Tile count={help.articles} label="Статьи помощи" to={sectionPath('faq', code)}>
          {help.hidden > 0 ? `скрыто: ${help.hidden}` : 'все опубликованы'}
        </Tile>
      )}
      {help && help.misses > 0 && (
        <Tile
          count={help.misses}
          label="Не нашли ответа"
          to={sectionPath('faq', code)}
          search={{ edit: 'misses' }}
          waits
        >
          искали в помощи
        </Tile>
      )}
    </ul>
  )
}

function deskNote({ waits, appeals }: NonNullable<Duty['desk']>): string {
  if (appeals > 0) return `и апелляции: ${appeals}`
  return waits > 0 ? 'работы без решения' : 'всё проверено'
}

function stagesNote({ edited, unpublished }: NonNullable<Duty['season']>): string {
  if (edited > 0) return `с правками: ${edited}`
  return unpublished > 0 ? `скрыто: ${unpublished}` : 'все опубликованы'
}

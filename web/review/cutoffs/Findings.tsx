import type { ReactNode } from 'react'
import { quoted } from '#shared/platform/text/quoted.ts'
import { numbered } from '#shared/platform/text/unbroken.ts'
import { counted, plural } from '#shared/platform/time/plural.ts'
import { inPoints } from '#shared/review/cutoffs/letters.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { DataTable } from '#web/platform/ui/DataTable.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { ConsoleLink } from '#web/seasons/console/ConsoleLink.tsx'
import styles from './Cutoffs.module.css'
import type { Protocol, Workbench } from './queries.ts'

const people = (count: number) => counted(count, 'человек', 'человека', 'человек')
const inNone = (count: number) => counted(count, 'человека', 'человек', 'человек')

export function Names({
  competition,
  of,
  count,
}: {
  competition: string
  of: readonly { test_id: number; name: string }[]
  count: number
}) {
  return (
    <ul className={styles.names}>
      {of.map(({ test_id, name }) => (
        <li key={test_id}>
          <ConsoleLink competition={competition} alone to={`/admin/${competition}/people/${test_id}`}>
            {name}
          </ConsoleLink>
        </li>
      ))}
      {count > of.length && <li>и ещё {count - of.length}</li>}
    </ul>
  )
}

const boundary = {
  line: 'На черте',
  quota: 'На границе квоты',
  most: 'На верхней границе квоты',
  second: 'На черте второго списка',
}

/** What an organiser must know before freezing: ties, unfilled quotas, people without a result, changed decisions. */
export function Findings({
  competition,
  workbench: { result, rule, open_protocol },
}: {
  competition: string
  workbench: Workbench
}) {
  const short = result.quotas.filter(({ state }) => state !== 'met')
  const open = rule.ties === 'ask' && result.ties.length > 0
  const notes: ReactNode[] = [
    ...(result.none > 0 ? [`Без итога: ${people(result.none)}. Решение о них протокол не принимает.`] : []),
    ...(result.disqualified > 0
      ? [`Отстранены или потеряли результат команды и в отборе не участвуют: ${people(result.disqualified)}.`]
      : []),
    ...(result.no_region > 0
      ? [`Без региона: ${people(result.no_region)}. В квоты по округам и регионам они не входят.`]
      : []),
    ...(result.changes > 0
      ? [`Решение изменится у ${inNone(result.changes)}, кому оно уже объявлено: понадобится причина.`]
      : []),
  ]
  return (
    <>
      {result.judging.length > 0 && (
        <Notice tone="warning" title="Оценивание ещё идёт">
          {result.judging.map((title) => quoted(title)).join(', ')}: баллы могут измениться, протокол не заморозить.
        </Notice>
      )}
      {open_protocol !== null && (
        <Notice tone="info" title="На этом этапе уже готовится протокол">
          <PortalLink alone to={`/admin/${competition}/protocols/${open_protocol}`}>
            Протокол {numbered(open_protocol)}
          </PortalLink>
        </Notice>
      )}
      {result.overfull && (
        <Notice tone="warning" title="Квоты требуют больше мест, чем есть">
          Мест {rule.places}, а по нижним границам квот проходят больше людей.
        </Notice>
      )}
      {result.ties.map((tie) => (
        <Notice
          key={`${tie.where} ${tie.title} ${tie.score}`}
          tone={open ? 'warning' : 'info'}
          title={`${boundary[tie.where]}${tie.title === '' ? '' : ` (${tie.title})`} равные баллы: ${people(tie.count)} по ${inPoints(tie.score)}`}
        >
          {open
            ? 'Решите в правиле, проходят ли равные. '
            : rule.ties === 'in'
              ? 'Проходят все. '
              : 'Не проходит никто из них. '}
          <Names competition={competition} of={tie.people} count={tie.count} />
        </Notice>
      ))}
      {short.length > 0 && (
        <Notice
          tone="warning"
          title={`${plural(short.length, 'Квота не заполнена', 'Квоты не заполнены', 'Квоты не заполнены')}`}
        >
          <ul>
            {short.map(({ by, title, least, there, taken, state, most }) => (
              <li key={`${by} ${title}`}>
                {state === 'over'
                  ? `${title}: не больше ${most}, проходят ${taken}`
                  : `${title}: нужно ${least}, с итогом ${there}, проходят ${taken}`}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {notes.length > 0 && (
        <ul className={styles.notes}>
          {notes.map((note) => (
            <li key={String(note)}>{note}</li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The counts in one line. */
export function countsInWords({
  passed,
  by_quota,
  by_second,
  waiting,
  failed,
}: Pick<Protocol, 'passed' | 'by_quota' | 'by_second' | 'waiting' | 'failed'>): string {
  const by = [
    ...(by_quota > 0 ? [`по квотам ${by_quota}`] : []),
    ...(by_second > 0 ? [`по второму списку ${by_second}`] : []),
  ]
  return [
    `Проходят: ${passed}${by.length > 0 ? `, из них ${by.join(', ')}` : ''}`,
    ...(waiting > 0 ? [`ждут: ${waiting}`] : []),
    `не проходят: ${failed}`,
  ]
    .join('. ')
    .replace('. ждут', '. Ждут')
    .replace('. не', '. Не')
}

/** How many people of each group pass or wait. */
export function GroupTable({
  name,
  title,
  of,
}: {
  /** Of its order in the address. */
  name: string
  title: string
  of: readonly { title: string; people: number; passed: number; waiting: number }[]
}) {
  return (
    <DataTable
      label={title}
      titled
      sorts={name}
      file={title}
      rows={of}
      keyOf={(group) => group.title}
      columns={[
        { title: 'Группа', value: (group) => shortDistrict(group.title) },
        { title: 'Людей', kind: 'number', value: ({ people: all }) => all },
        { title: 'Проходят', kind: 'number', value: ({ passed }) => passed },
        { title: 'Ждут', kind: 'number', value: ({ waiting }) => waiting },
      ]}
    />
  )
}

/** Without «федеральный округ»: the caption of the table already says it. */
export const shortDistrict = (name: string) => name.replace(/ федеральный округ$/, '')

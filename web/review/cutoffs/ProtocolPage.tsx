import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { numbered, outOf } from '#shared/platform/text/unbroken.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { inPoints } from '#shared/review/cutoffs/letters.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { DefinitionList } from '#web/platform/ui/DefinitionList.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { ProgressBar } from '#web/platform/ui/ProgressBar.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { ConsoleCrumbs } from '#web/seasons/console/ConsoleCrumbs.tsx'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import { ConfirmPanel } from './ConfirmPanel.tsx'
import styles from './Cutoffs.module.css'
import { countsInWords, GroupTable, Names } from './Findings.tsx'
import { LetterPreviews } from './LetterPreviews.tsx'
import { PeopleLists } from './PeopleLists.tsx'
import { ProtocolFiles } from './ProtocolFiles.tsx'
import { stateLook, stateWords } from './protocol-state.ts'
import { type Protocol, protocolQuery } from './queries.ts'

/** A protocol: what was frozen, what has changed since, the letters, and the confirmation by a second organiser. */
export function ProtocolPage() {
  const { competition, protocol: number } = useParams({ from: '/admin/$competition/protocols/$protocol' })
  const query = useQuery(protocolQuery(competition, Number(number) || 0))
  return (
    <div className={styles.page}>
      <QueryStates of={[query]} loading="Загружаем протокол" failed="Протокол не загрузился" lines={12}>
        {(protocol) => <Whole competition={competition} protocol={protocol} />}
      </QueryStates>
    </div>
  )
}

function Whole({ competition, protocol }: { competition: string; protocol: Protocol }) {
  const { number, state } = protocol
  const waits = state === 'frozen' || state === 'scheduled'
  const isFrozen = state !== 'freezing' && protocol.hash !== ''
  return (
    <>
      <header className={styles.head}>
        <ConsoleCrumbs
          competition={competition}
          title={protocol.competition_title}
          page={`Протокол ${numbered(number)}`}
          above={{ title: 'Отбор', path: 'cutoffs' }}
        />
        <PageHeading title={`Протокол ${numbered(number)}`} size={2} />
        <StatusBadge look={stateLook[state]}>{stateWords[state]}</StatusBadge>
      </header>
      {state === 'freezing' && <Freezing protocol={protocol} />}
      <Since competition={competition} since={protocol.since} waits={waits} />
      <div className={styles.columns}>
        <div className={styles.side}>
          <Panel title="Решение">
            <div className={styles.fields}>
              <p className={styles.counts}>{countsInWords(protocol)}.</p>
              {isFrozen && <ProtocolFiles competition={competition} protocol={protocol} />}
              <DefinitionList items={factsOf(protocol)} />
              <GroupTable name="districts" title="По федеральным округам" of={protocol.groups.districts} />
            </div>
          </Panel>
          <ConfirmPanel competition={competition} protocol={protocol} />
        </div>
        {isFrozen && <PeopleLists whose={{ competition, protocol: number }} without={['changes']} />}
      </div>
      {waits && (
        <Panel title="Так уйдут письма">
          <LetterPreviews competition={competition} letters={protocol.previews} />
        </Panel>
      )}
    </>
  )
}

function Freezing({ protocol: { freezing, people } }: { protocol: Protocol }) {
  return (
    <Panel title="Протокол замораживается">
      <div className={styles.fields}>
        <ProgressBar
          label="Записано строк"
          value={freezing ?? 0}
          max={people}
          text={outOf(freezing ?? 0, people)}
          announced
        />
        <p className={styles.quiet}>
          Страницу можно закрыть: работа продолжится без неё. Решения на этом этапе пока не принимаются.
        </p>
      </div>
    </Panel>
  )
}

function factsOf(protocol: Protocol) {
  const { line, quotas, none, state } = protocol
  const short = quotas.filter((quota) => quota.state === 'short')
  const facts: [string, string | null][] = [
    ['Этап', protocol.stage_title],
    ['Вариант', protocol.title],
    ['Проходной балл', line === null ? null : inPoints(line)],
    ['Без итога', none > 0 ? counted(none, 'человек', 'человека', 'человек') : null],
    [
      'Незаполненные квоты',
      short.length > 0 ? short.map(({ title, least, taken }) => `${title}: ${outOf(taken, least)}`).join('; ') : null,
    ],
    [state === 'freezing' ? 'Замораживает' : 'Заморожен', signed(protocol.frozen_at, protocol.frozen_by)],
    ['Подтверждён', protocol.confirmed_at && signed(protocol.confirmed_at, protocol.confirmed_by)],
    ['Публикация', protocol.publish_at && momentOf(protocol.publish_at)],
    ['Опубликован', protocol.published_at && momentOf(protocol.published_at)],
    ['Сообщили', protocol.told > 0 ? counted(protocol.told, 'участнику', 'участникам', 'участникам') : null],
    [
      'Решение уже было таким же',
      protocol.same > 0 ? counted(protocol.same, 'участник', 'участника', 'участников') : null,
    ],
    [
      'Работа остановлена, не решено',
      protocol.stopped > 0 ? counted(protocol.stopped, 'участник', 'участника', 'участников') : null,
    ],
    [
      'Отозван',
      protocol.withdrawn_at && `${signed(protocol.withdrawn_at, protocol.withdrawn_by)}. ${protocol.withdrawn_why}`,
    ],
    ['Причина изменения', protocol.reason === '' ? null : protocol.reason],
    ['Контрольная сумма', protocol.hash === '' ? null : protocol.hash],
  ]
  return facts.flatMap(([term, value]) => (value === null ? [] : [{ term, value }]))
}

function Since({ competition, since, waits }: { competition: string; since: Protocol['since']; waits: boolean }) {
  return (
    <>
      {since.disqualified.length > 0 && (
        <Notice tone="warning" title={waits ? 'После заморозки отстранены' : 'Отстранены до публикации'}>
          {waits ? 'Им решение не объявят, их места не займёт никто. ' : 'Им решение не объявили. '}
          <Names competition={competition} of={since.disqualified} count={since.disqualified.length} />
        </Notice>
      )}
      {since.scores_count > 0 && (
        <Notice tone="warning" title="После заморозки изменились баллы">
          В протоколе остались прежние. Чтобы учесть новые, отзовите протокол и заморозьте вариант снова.
          <Names competition={competition} of={since.scores} count={since.scores_count} />
        </Notice>
      )}
    </>
  )
}

const signed = (at: string, by: string) => [momentOf(at), by].filter(Boolean).join(', ')

function momentOf(wire: string): string {
  const moment = parseWire(wire)
  return moment ? showDateTime(moment) : wire
}

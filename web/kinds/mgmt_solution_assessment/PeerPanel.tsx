import { useQuery } from '@tanstack/react-query'
import { quoted } from '#shared/platform/text/quoted.ts'
import { idNumber, outOf } from '#shared/platform/text/unbroken.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { DefinitionList } from '#web/platform/ui/DefinitionList.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { PanelActs } from './PanelActs.tsx'
import styles from './PeerPanel.module.css'
import { type Peer, peerPanelQuery } from './panel-queries.ts'
import { RaterList } from './RaterList.tsx'
import { WorkList } from './WorkList.tsx'

/** How participants assess one another's works, and what an organiser does about it. */
export default function PeerPanel(place: StagePanelProps) {
  const query = useQuery(peerPanelQuery(place))
  // The marks need a right of their own.
  if (isFailure(query.error, 'no_access')) return null
  return (
    <div className={styles.panels}>
      <Panel id="peers" title="Взаимное оценивание">
        <QueryStates
          of={[query]}
          loading="Загружаем оценивание…"
          failed="Оценивание не загрузилось"
          height="10rem"
          level={3}
        >
          {(peer) => (
            <div className={styles.part}>
              <Obstacles peer={peer} />
              <DefinitionList items={figuresOf(peer)} />
              <PanelActs place={place} peer={peer} />
            </div>
          )}
        </QueryStates>
      </Panel>
      {query.data?.rubric && (
        <>
          <WorkList place={place} peer={query.data} />
          <RaterList place={place} published={query.data.published_at !== null} />
        </>
      )}
    </div>
  )
}

const figuresOf = (peer: Peer) => [
  { term: 'Чьи работы', value: peer.works_of?.title ?? 'этап не выбран' },
  { term: 'Работ в пуле', value: `${peer.pooled}, для начала нужно ${peer.to_open}` },
  {
    term: 'Эталонных работ',
    value: `учебных ${training(peer)}, среди остальных ${peer.references.length - training(peer)}`,
  },
  { term: 'Должны оценить', value: `${peer.raters}, начали ${peer.begun}, закончили ${peer.finished}` },
  { term: 'Не хватило работ', value: String(peer.waiting) },
  { term: 'Не хватает оценок', value: `у ${outOf(peer.short, peer.pooled)}` },
  { term: 'Спорных', value: String(peer.disputed) },
  { term: 'С сомнительными оценками', value: String(peer.suspicious) },
  { term: 'Остановлено', value: String(peer.stopped) },
]

const training = ({ references }: Peer) => references.filter((reference) => reference.training).length

/** What the assessment lacks, and groups of people whose marks look arranged. */
function Obstacles({ peer }: { peer: Peer }) {
  return (
    <>
      {peer.works_of === null && (
        <Notice tone="warning" title="Выберите в настройках этап, работы которого оценивают" />
      )}
      {peer.works_of !== null && peer.rubric === null && (
        <Notice tone="warning" title={`Задайте критерии на этапе ${quoted(peer.works_of.title)}`}>
          По ним оценивают и участники, и эксперты.
        </Notice>
      )}
      {peer.rings.map(({ raised, people }) => (
        <Notice
          key={people.map(({ test_id }) => test_id).join(' ')}
          tone="warning"
          title={
            raised ? 'Похоже, участники завышают оценки друг другу' : 'Похоже, участники занижают оценки друг другу'
          }
        >
          {people.map(({ name, test_id }) => `${name} (${idNumber(test_id)})`).join(', ')}
        </Notice>
      ))}
    </>
  )
}

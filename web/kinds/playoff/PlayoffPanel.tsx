import { useQuery } from '@tanstack/react-query'
import { counted } from '#shared/platform/time/plural.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { JudgeList } from '#web/review/judging/JudgeList.tsx'
import { judgesInBrief } from '#web/review/judging/judges-in-brief.ts'
import { judgingQuery } from '#web/review/judging/panel-queries.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { DrawPanel } from './DrawPanel.tsx'
import { EntrantList } from './EntrantList.tsx'
import { MatchList } from './MatchList.tsx'
import styles from './PlayoffPanel.module.css'
import { type Panel as Play, panelQuery } from './panel-queries.ts'

/** The draw, the schedule and the matches of a bracket, and who judges them. */
export default function PlayoffPanel(place: StagePanelProps) {
  const query = useQuery(panelQuery(place))
  // The marks need a right of their own.
  if (isFailure(query.error, 'no_access')) return null
  return (
    <div className={styles.panels}>
      <Panel
        id="bracket"
        title="Сетка"
        says={query.data ? inBrief(query.data) : ''}
        open={query.data?.rules === null}
        waits={query.data ? toPublish(query.data) : 0}
      >
        <QueryStates of={[query]} loading="Загружаем сетку…" failed="Сетка не загрузилась" height="10rem" level={3}>
          {(panel) =>
            panel.rules === null ? (
              <DrawPanel place={place} panel={panel} />
            ) : (
              <>
                <MatchList place={place} panel={panel} />
                <EntrantList place={place} panel={panel} />
              </>
            )
          }
        </QueryStates>
      </Panel>
      <Judges place={place} />
    </div>
  )
}

function Judges({ place }: { place: StagePanelProps }) {
  const { data: judging } = useQuery(judgingQuery(place))
  return judging ? (
    <Panel id="judges" title="Судьи" says={judgesInBrief(judging.judges)} open={judging.judges.length === 0}>
      <JudgeList plain place={place} judging={judging} />
    </Panel>
  ) : null
}

/** Matches that only wait for the organiser to publish their result. */
const toPublish = ({ matches }: Play) =>
  matches.filter(({ state, published }) => state === 'decided' && !published).length

function inBrief({ rules, matches, entrants }: Play): string {
  if (rules === null) return 'Жребий ещё не бросали'
  const played = matches.filter(({ published }) => published).length
  return `${counted(matches.length, 'матч', 'матча', 'матчей')}, сыграно ${played}, в сетке ${entrants.length}`
}

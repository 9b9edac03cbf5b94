import { useQuery, useQueryClient } from '@tanstack/react-query'
import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'
import { parseWire, showDate, showDateTime } from '#shared/time/moscow.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import type { StageDetails } from '#web/stages/queries.ts'
import { Receipt } from '#web/stages/Receipt.tsx'
import { StageHead } from '#web/stages/StageHead.tsx'
import { useStage } from '#web/stages/use-stage.ts'
import { type Rules, type RulesDone, rulesQuery } from './queries.ts'
import { RulesAnswerBox } from './RulesAnswerBox.tsx'
import { RulesChanges } from './RulesChanges.tsx'
import styles from './RulesScreen.module.css'
import { RulesText } from './RulesText.tsx'

interface RulesScreenProps {
  competition: string
  track: string
  stageId: number
}

/** The rules: read, compared with the edition before, accepted or rejected. */
export default function RulesScreen({ competition, track, stageId }: RulesScreenProps) {
  const stage = useStage(stageId)
  const rules = useQuery(rulesQuery(stageId))
  if (stage.data && rules.data) {
    return <RulesPlace competition={competition} track={track} stage={stage.data} rules={rules.data} />
  }
  const failed = stage.error ?? rules.error
  const unpublished = isFailure(rules.error, 'stage_closed')
  return (
    <>
      {stage.data && <StageHead stage={stage.data} />}
      {unpublished ? (
        <EmptyState title="Правила ещё не опубликованы">
          Мы сообщим, когда их можно будет прочитать и принять.
        </EmptyState>
      ) : failed ? (
        <EmptyState
          kind="failed"
          title="Правила не загрузились"
          action={<Button onClick={() => void Promise.all([stage.refetch(), rules.refetch()])}>Повторить</Button>}
        >
          {failureText(failed)}
        </EmptyState>
      ) : (
        <Skeleton lines={10} label="Загружаем правила…" />
      )}
    </>
  )
}

interface RulesPlaceProps {
  competition: string
  track: string
  stage: StageDetails
  rules: Rules
}

function RulesPlace({ competition, track, stage, rules }: RulesPlaceProps) {
  const queries = useQueryClient()
  const [done, setDone] = useState<RulesDone | null>(null)
  const { answer, version } = rules
  const given = answer && answer.version === version ? answer : null
  const renewed = answer !== null && answer.version < version
  const asked = stage.status === 'available' || stage.status === 'in_progress'
  const from = parseWire(rules.effective_from)

  async function renew() {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['stages'] }),
      queries.invalidateQueries({ queryKey: ['tracks'] }),
      queries.invalidateQueries({ queryKey: ['stage'] }),
      queries.invalidateQueries({ queryKey: rulesQuery(stage.stage_id).queryKey }),
    ])
  }

  const receipt = done?.receipt ?? (stage.status === 'success' ? stage.receipt : null)
  return (
    <>
      <StageHead stage={stage} />
      <div className={styles.top}>
        <p className={styles.edition}>
          <span>Редакция № {version}</span>
          {from && <span>действует с {showDate(from)}</span>}
          <Button kind="quiet" size="s" icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
            Распечатать
          </Button>
        </p>
        {renewed && asked && (
          <Notice tone="warning" title={`Вышла новая редакция правил: № ${version}`}>
            Раньше вы ответили на редакцию № {answer.version}. Посмотрите, что изменилось, и ответьте ещё раз.
          </Notice>
        )}
        {renewed && !asked && stage.status === 'success' && (
          <Notice title={`Действует редакция № ${version}`}>
            Вы приняли редакцию № {answer.version}. Принимать правила заново не нужно.
          </Notice>
        )}
        {given?.status === 'fail' && (
          <Notice tone="warning" title={`Вы отклонили правила${atWords(given.at)}`}>
            <p>Ваше объяснение: «{given.comment}»</p>
            {stage.is_active && <p>Если передумали, решение можно изменить, пока этап открыт.</p>}
          </Notice>
        )}
        {rules.previous && <RulesChanges before={rules.previous} after={rules} open={renewed && asked} />}
      </div>
      <RulesText text={rules.text} />
      <div className={styles.answer}>
        {receipt && (given?.status === 'done' || (renewed && !asked)) && (
          <Receipt
            competition={competition}
            track={track}
            stageId={stage.stage_id}
            receipt={receipt}
            next={done?.next ?? stage.next}
            title="Правила приняты"
            fresh={done !== null}
          />
        )}
        <RulesAnswerBox
          stage={stage}
          version={version}
          given={given?.status ?? null}
          onAnswered={async (answered) => {
            setDone(answered)
            await renew()
          }}
          onOutdated={() => void renew()}
        />
      </div>
    </>
  )
}

function atWords(wire: string): string {
  const at = parseWire(wire)
  return at ? ` ${showDateTime(at)}` : ''
}

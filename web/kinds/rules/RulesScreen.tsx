import { useQuery } from '@tanstack/react-query'
import Printer from 'lucide-react/icons/printer'
import { numbered } from '#shared/platform/text/unbroken.ts'
import { parseWire, showDate, showDateTime } from '#shared/platform/time/moscow.ts'
import { Receipt } from '#web/kinds/screen/Receipt.tsx'
import { StageShell } from '#web/kinds/screen/StageShell.tsx'
import { isFailure } from '#web/platform/api/failure.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import type { StageScreenProps } from '#web/stages/kind.ts'
import type { StageDetails } from '#web/stages/queries.ts'
import { type HandIn, useHandIn } from '#web/stages/use-hand-in.ts'
import { answerRules, type Rules, type RulesAnswer, rulesQuery } from './queries.ts'
import { RulesAnswerBox } from './RulesAnswerBox.tsx'
import { RulesChanges } from './RulesChanges.tsx'
import styles from './RulesScreen.module.css'
import { RulesText } from './RulesText.tsx'

/** The rules: read, compared with the previous version, accepted or rejected. */
export default function RulesScreen(props: StageScreenProps) {
  const { stageId } = props
  const rules = useQuery(rulesQuery(stageId))
  const handIn = useHandIn<RulesAnswer>({ stageId, send: (answer, key) => answerRules(stageId, answer, key) })
  return (
    <StageShell
      stageId={stageId}
      of={[rules]}
      loading="Загружаем правила…"
      failed="Правила не загрузились"
      failure={(error) => isFailure(error, 'stage_closed') && <Unpublished />}
    >
      {(stage, loaded) => <RulesPlace {...props} stage={stage} rules={loaded} handIn={handIn} />}
    </StageShell>
  )
}

const Unpublished = () => (
  <EmptyState title="Правила ещё не опубликованы">Мы сообщим, когда их можно будет прочитать и принять.</EmptyState>
)

interface RulesPlaceProps extends StageScreenProps {
  stage: StageDetails
  rules: Rules
  handIn: HandIn<RulesAnswer>
}

function RulesPlace({ competition, track, stage, rules, handIn }: RulesPlaceProps) {
  const { answer, version } = rules
  const given = answer && answer.version === version ? answer : null
  const renewed = answer !== null && answer.version < version
  const asked = stage.status === 'available' || stage.status === 'in_progress'
  const from = parseWire(rules.effective_from)

  return (
    <div className={styles.place}>
      <div className={styles.top}>
        <p className={styles.edition}>
          <span>Редакция {numbered(version)}</span>
          {from && <span>действует с {showDate(from)}</span>}
          <Button kind="quiet" size="s" icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
            Распечатать
          </Button>
        </p>
        {renewed && asked && (
          <Notice tone="warning" title={`Вышла новая редакция правил: ${numbered(version)}`}>
            Раньше вы ответили на редакцию {numbered(answer.version)}. Посмотрите, что изменилось, и ответьте ещё раз.
          </Notice>
        )}
        {renewed && !asked && stage.status === 'success' && (
          <Notice title={`Действует редакция ${numbered(version)}`}>
            Вы приняли редакцию {numbered(answer.version)}. Принимать правила заново не нужно.
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
      <aside className={styles.answer} aria-label="Ответ на правила">
        {stage.status === 'success' && (given?.status === 'done' || (renewed && !asked)) && (
          <Receipt
            competition={competition}
            track={track}
            stage={stage}
            title="Правила приняты"
            fresh={handIn.data !== undefined}
          />
        )}
        <RulesAnswerBox stage={stage} version={version} given={given?.status ?? null} handIn={handIn} />
      </aside>
    </div>
  )
}

function atWords(wire: string): string {
  const at = parseWire(wire)
  return at ? ` ${showDateTime(at)}` : ''
}

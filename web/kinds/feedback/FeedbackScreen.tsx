import { useQuery } from '@tanstack/react-query'
import type { feedbackKind } from '#shared/kinds/feedback/contract.ts'
import { trackPath } from '#shared/stages/addresses.ts'
import type { SettingsOf } from '#shared/stages/kind.ts'
import { useLocalDraft } from '#web/forms/drafts/use-local-draft.ts'
import { StageShell } from '#web/kinds/screen/StageShell.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import type { StageScreenProps } from '#web/stages/kind.ts'
import { FeedbackForm } from './FeedbackForm.tsx'
import styles from './FeedbackScreen.module.css'
import { feedbackQuery } from './queries.ts'

export type FeedbackSettings = Pick<
  SettingsOf<typeof feedbackKind>,
  'anonymous' | 'required' | 'recommend' | 'questions' | 'changes'
>

/** Two minutes of questions after a stage. What is written stays in this browser until it is sent. */
export default function FeedbackScreen({ competition, track, stageId }: StageScreenProps) {
  const page = useQuery(feedbackQuery(stageId))
  const draft = useLocalDraft(`feedback/${stageId}`)
  const opened = { data: draft.opened, error: null, refetch: draft.openAgain }
  return (
    <StageShell stageId={stageId} of={[page, opened]} loading="Загружаем вопросы…" failed="Вопросы не загрузились">
      {(stage, feedback, typed) => {
        const settings = stage.settings as FeedbackSettings
        const canGive = stage.status === 'available' || stage.status === 'in_progress'
        return (
          <div className={styles.page}>
            {stage.status === 'success' ? (
              <Card as="section" className={styles.thanks}>
                <Heading level={2}>Спасибо, отзыв принят</Heading>
                <p>
                  {feedback.named
                    ? 'Его прочитают организаторы.'
                    : 'Он сохранён без вашего имени и времени. Изменить или удалить его нельзя: никто не знает, какой из отзывов ваш.'}
                </p>
                <PortalLink to={trackPath(competition, track)}>Ко всем этапам</PortalLink>
              </Card>
            ) : canGive && feedback.round ? (
              <FeedbackForm
                key={feedback.round}
                competition={competition}
                track={track}
                stageId={stageId}
                settings={settings}
                subject={feedback.subject}
                round={feedback.round}
                draft={draft}
                typed={typed}
              />
            ) : (
              <EmptyState title="Отзыв сейчас не нужен">
                <Moments text={stage.reason} />
              </EmptyState>
            )}
            {settings.changes && (
              <section className={styles.changes}>
                <Heading level={2} size={3}>
                  Что мы изменили по прошлым отзывам
                </Heading>
                <p>{settings.changes}</p>
              </section>
            )}
          </div>
        )
      }}
    </StageShell>
  )
}

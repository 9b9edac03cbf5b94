import { useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import type { questionnaireKind } from '#shared/kinds/questionnaire/contract.ts'
import { WorkScreen } from '#web/kinds/screen/WorkScreen.tsx'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import type { StageScreenProps } from '#web/stages/kind.ts'
import type { LookOf } from '#web/stages/work-screen.ts'
import { QuestionnaireFilling } from './QuestionnaireFilling.tsx'
import styles from './QuestionnaireScreen.module.css'
import { questionnaireQuery, useReport } from './queries.ts'

const look: LookOf<typeof questionnaireKind> = {
  words: {
    loading: 'Загружаем опросник…',
    failed: 'Опросник не загрузился',
    notReady: 'Опросник ещё готовится',
    check: '',
    afterwards: '',
    handIn: 'Сдать ответы',
    handingIn: 'Сдаём ответы…',
    closed: 'Сдать ответы уже нельзя. То, что вы выбрали, сохранено в черновике.',
    changed: 'Организаторы исправили вопросы, пока вы отвечали',
    changedAdvice: 'Остальные ответы на месте. Ответьте на исправленные вопросы ещё раз и сдайте опросник.',
    taken: 'Ответы приняты',
    handedIn: 'Опросник сдан',
    notNeeded: 'Опросник не понадобился',
    notNeededAdvice: 'Этап засчитан без него, отвечать ничего не нужно.',
    answers: 'Ваши ответы',
  },
  faults: null,
  Filling: QuestionnaireFilling,
}

/** Answering question by question; afterwards the answers, and the report once it is published. */
export default function QuestionnaireScreen(props: StageScreenProps) {
  return (
    <>
      <WorkScreen {...props} look={look} />
      <Report stageId={props.stageId} />
    </>
  )
}

const formats = [
  { format: 'pdf', words: 'Скачать PDF' },
  { format: 'docx', words: 'Скачать Word' },
] as const

function Report({ stageId }: { stageId: number }) {
  const { data } = useQuery(questionnaireQuery(stageId))
  const saving = useReport(stageId)
  if (!data?.report) return null
  return (
    <Card as="section" className={styles.report} aria-labelledby="questionnaire-report">
      <Heading level={2} size={3} id="questionnaire-report">
        Ваш отчёт готов
      </Heading>
      <p>Что показали ваши ответы, без оценок «хорошо» и «плохо». Отчёт видите вы и психологи конкурса.</p>
      <div className={styles.actions}>
        {formats.map(({ format, words }) => (
          <Button
            key={format}
            kind="secondary"
            icon={<Download aria-hidden="true" />}
            pending={saving.isPending && saving.variables === format}
            onClick={() => saving.mutate(format)}
          >
            {words}
          </Button>
        ))}
      </div>
      {saving.error && (
        <Notice tone="danger" role="alert">
          {failureText(saving.error)}
        </Notice>
      )}
    </Card>
  )
}

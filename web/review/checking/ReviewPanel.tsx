import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormSchema } from '#shared/forms/fields/field.ts'
import { SettingsForm } from '#web/forms/fields/SettingsForm.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Fold } from '#web/platform/ui/Fold.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { CheckerList } from './CheckerList.tsx'
import styles from './ReviewPanel.module.css'
import { reviewQuery, saveReview } from './review-queries.ts'
import { useDesk } from './use-desk.ts'

/** How a stage is checked and by whom, below its settings. Nothing for stages that nobody checks. */
export function ReviewPanel({ competition, code }: { competition: string; code: string }) {
  const queries = useQueryClient()
  const desk = useDesk()
  const { data } = useQuery(reviewQuery(competition, code))
  if (!data) return null
  const title = data.of === 'teams' ? 'Проверка команд' : 'Проверка работ'
  const says = `${data.of === 'teams' ? 'Собрано команд' : 'Сдано'}: ${data.works}, ждут решения: ${data.waits}, проверяющих: ${data.checkers.length}`
  return (
    <section id="review" className={styles.panel} aria-labelledby="review-title" data-waits={data.waits || undefined}>
      <Fold
        heading={
          <Heading level={2} size={3} id="review-title">
            {title}
          </Heading>
        }
        title={title}
        says={says}
        waits={data.waits > 0 && data.checkers.length === 0}
        name="review"
        actions={
          data.works > 0 && (
            <PortalLink alone to={`${desk.path}/stages/${data.stage_id}`}>
              {data.of === 'teams' ? 'Открыть команды' : 'Открыть работы'}
            </PortalLink>
          )
        }
      >
        <div className={styles.inside}>
          <p className={styles.quiet}>{says}</p>
          <CheckerList competition={competition} code={code} review={data} />
          <SettingsForm
            folded
            form={data.form as FormSchema}
            answer={data.answer}
            save={(answer) => saveReview(competition, code, { ...answer })}
            onSaved={(saved) => queries.setQueryData(reviewQuery(competition, code).queryKey, saved)}
            leaving="Правки проверки не сохранены."
          />
        </div>
      </Fold>
    </section>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormSchema } from '#shared/forms/fields/field.ts'
import { SettingsForm } from '#web/forms/fields/SettingsForm.tsx'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { backgroundQuery, judgedQuery, saveBackground } from './queries.ts'

/** Asks a judge for their region and place of work before the first work. */
export function BackgroundPanel({ onSaid }: { onSaid?: () => void }) {
  const queries = useQueryClient()
  const query = useQuery(backgroundQuery)
  return (
    <Panel id="background" title="Прежде чем оценивать">
      <QueryStates of={[query]} loading="Загружаем вопросы…" failed="Вопросы не загрузились" lines={4} level={3}>
        {({ form, answer }) => (
          <SettingsForm
            form={form as FormSchema}
            answer={answer}
            save={(sent) => saveBackground(sent)}
            onSaved={(said) => {
              queries.setQueryData(backgroundQuery.queryKey, said)
              void queries.invalidateQueries({ queryKey: judgedQuery.queryKey })
              showBanner('Спасибо. Теперь можно оценивать работы', 'success')
              onSaid?.()
            }}
            leaving="Регион и место работы не сохранены."
          />
        )}
      </QueryStates>
    </Panel>
  )
}

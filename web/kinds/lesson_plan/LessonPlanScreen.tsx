import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { lessonPlanKind } from '#shared/programme/lesson_plan/contract.ts'
import { FormSections } from '#web/forms/fields/FormSections.tsx'
import { WorkScreen } from '#web/kinds/screen/WorkScreen.tsx'
import { Prose } from '#web/platform/ui/Prose.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { PlaceField } from '#web/programme/lessons/PlaceField.tsx'
import { lessonPlacesQuery } from '#web/programme/lessons/queries.ts'
import type { StageScreenProps } from '#web/stages/kind.ts'
import type { LookOf, WorkFieldsProps } from '#web/stages/work-screen.ts'

/** The stage whose schools are offered. */
const StageId = createContext(0)

const look: LookOf<typeof lessonPlanKind> = {
  words: {
    loading: 'Загружаем план…',
    failed: 'План не загрузился',
    notReady: 'План ещё готовится',
    check: 'Проверьте план перед сдачей',
    afterwards: 'План прочитает координатор вашего региона. Изменить его можно, если он вернёт план на доработку.',
    handIn: 'Сдать план',
    handingIn: 'Сдаём план…',
    closed: 'Сдать план уже нельзя. Написанное сохранено в черновике.',
    changed: 'Вопросы обновились, пока вы писали',
    changedAdvice: 'Ваши ответы на месте. Проверьте отмеченные поля и сдайте план ещё раз.',
    taken: 'План принят на проверку',
    handedIn: 'План сдан',
    notNeeded: 'План не понадобился',
    notNeededAdvice: 'Урок засчитан без него, сдавать ничего не нужно.',
    answers: 'Ваш план',
  },
  faults: null,
  Fields,
  Task: ({ settings: { task } }) =>
    task.trim() === '' ? null : (
      <Prose>
        {task.split(/\n\s*\n/).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </Prose>
    ),
}

function Fields({ store }: WorkFieldsProps<unknown>) {
  const stageId = useContext(StageId)
  // The questions below would move down when the schools come.
  const { isPending } = useQuery(lessonPlacesQuery(stageId))
  if (isPending) return <Skeleton lines={8} height="3rem" label="Загружаем школы…" />
  return (
    <FormSections
      store={store}
      drawn={({ name }) => (name === 'place' ? <PlaceField stageId={stageId} store={store} /> : null)}
    />
  )
}

/** Planning a lesson; afterwards the plan and its status. */
export default function LessonPlanScreen(props: StageScreenProps) {
  return (
    <StageId value={props.stageId}>
      <WorkScreen {...props} look={look} />
    </StageId>
  )
}

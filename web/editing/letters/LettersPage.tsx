import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useRef } from 'react'
import { LeaveWarning } from '#web/platform/navigation/LeaveWarning.tsx'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import lists from '#web/platform/ui/WrittenLists.module.css'
import { ConsoleCrumbs } from '#web/seasons/console/ConsoleCrumbs.tsx'
import { LetterForm } from './LetterForm.tsx'
import { lettersQuery } from './queries.ts'

/** The letters that the portal sends by itself, in the words of the competition. */
export function LettersPage() {
  const { competition } = useParams({ from: '/admin/$competition' })
  const query = useQuery(lettersQuery(competition))
  const unsaved = useRef(new Set<string>())
  return (
    <div className={lists.page}>
      <LeaveWarning unsaved={() => unsaved.current.size > 0}>Новые слова письма не сохранены.</LeaveWarning>
      <QueryStates of={[query]} loading="Загружаем письма" failed="Письма не загрузились" lines={12}>
        {({ title, letters }) => (
          <>
            <header className={lists.head}>
              <ConsoleCrumbs competition={competition} title={title} page="Письма портала" />
              <PageHeading title="Письма портала" />
              <p className={lists.quiet}>
                Эти письма портал отправляет сам. Тем же текстом он пишет в уведомлениях. Новые слова действуют со
                следующего письма, отправленные не меняются.
              </p>
            </header>
            {letters.map((letter) => (
              <LetterForm
                key={letter.letter}
                competition={competition}
                title={title}
                letter={letter}
                onUnsaved={(is) => {
                  if (is) unsaved.current.add(letter.letter)
                  else unsaved.current.delete(letter.letter)
                }}
              />
            ))}
          </>
        )}
      </QueryStates>
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useList } from '#web/platform/navigation/use-list.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { ListChoice, ListSearch } from '#web/platform/ui/ListFilters.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import { CompareDialog } from './CompareDialog.tsx'
import { MentorFacts } from './MentorFacts.tsx'
import styles from './Mentors.module.css'
import { PersonHead } from './PersonHead.tsx'
import { type Mentor, mentorsOnPage, mentorsQuery } from './queries.ts'

interface MentorListProps {
  stageId: number
  /** Ids of the mentors who are already chosen. */
  chosen: readonly number[]
  mayAdd: boolean
  onChoose: (mentor: Mentor) => void
}

/** More would not fit side by side; marking another one unmarks the first. */
const maxCompared = 3

/** Mentors who can be chosen, with a text filter and a filter by field. */
export function MentorList({ stageId, chosen, mayAdd, onChoose }: MentorListProps) {
  const asks = useList('mentors', { search: '', field: '' })
  const [compared, setCompared] = useState<Mentor[]>([])
  const [comparing, setComparing] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const query = useQuery({ ...mentorsQuery(stageId, asks.asked), placeholderData: (before) => before })
  const { data } = query

  function choose(mentor: Mentor, place: number): void {
    onChoose(mentor)
    // The card leaves the list, so the focus moves to the one that takes its place.
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? []
      const next = buttons[Math.min(place, buttons.length - 1)] ?? title.current
      next?.focus({ preventScroll: true })
    })
  }

  const left = data?.mentors.filter(({ id }) => !chosen.includes(id)) ?? []
  return (
    <section className={styles.section}>
      <Heading level={2} ref={title} tabIndex={-1} className={styles.title ?? ''}>
        Все наставники
      </Heading>
      <search className={styles.filter} aria-label="Найти наставника">
        <ListSearch list={asks} label="Имя или должность" name="mentor-search" maxLength={100} />
        <ListChoice
          list={asks}
          part="field"
          label="Сфера"
          name="mentor-field"
          all="Все сферы"
          options={(data?.fields ?? []).map((field) => ({ value: field, label: field }))}
        />
      </search>
      {!mayAdd && <p role="status">Больше выбрать нельзя. Чтобы взять другого наставника, уберите кого-нибудь.</p>}
      <PagedList
        of={query}
        list={asks}
        size={mentorsOnPage}
        loading="Загружаем наставников…"
        failed="Наставники не загрузились"
        lines={6}
        height="3rem"
        level={3}
        label="Страницы наставников"
        empty={<NobodyLeft filtered={asks.narrowed} found={false} />}
      >
        {({ count }) =>
          left.length === 0 ? (
            <NobodyLeft filtered={asks.narrowed} found />
          ) : (
            <ul ref={list} className={styles.mentors} aria-label={`Наставники: ${count}`}>
              {left.map((mentor, place) => (
                <Card as="li" key={mentor.id} className={styles.card ?? ''}>
                  <PersonHead
                    fio={mentor.fio}
                    avatar={mentor.avatar}
                    quiet={
                      <>
                        {mentor.position}
                        <Facts of={[mentor.field, mentor.region]} />
                      </>
                    }
                  />
                  <MentorFacts mentor={mentor} />
                  <div className={styles.take}>
                    <Button
                      kind="secondary"
                      size="s"
                      disabled={!mayAdd || mentor.left === 0 || mentor.conflict}
                      aria-label={`Выбрать: ${mentor.fio}`}
                      onClick={() => choose(mentor, place)}
                    >
                      Выбрать
                    </Button>
                    <Checkbox
                      setting
                      label="Сравнить"
                      name={`compare-${mentor.id}`}
                      value={compared.some(({ id }) => id === mentor.id)}
                      onChange={(on) =>
                        setCompared(
                          on
                            ? [...compared, mentor].slice(-maxCompared)
                            : compared.filter(({ id }) => id !== mentor.id),
                        )
                      }
                    />
                  </div>
                </Card>
              ))}
            </ul>
          )
        }
      </PagedList>
      {compared.length > 1 && (
        <p>
          <Button kind="secondary" onClick={() => setComparing(true)}>
            Сравнить выбранных: {compared.length}
          </Button>
        </p>
      )}
      {comparing && <CompareDialog mentors={compared} onClose={() => setComparing(false)} />}
    </section>
  )
}

function NobodyLeft({ filtered, found }: { filtered: boolean; found: boolean }) {
  if (filtered)
    return (
      <EmptyState level={3} kind="found-nothing" title={found ? 'Больше никого нет' : 'Никого не нашли'}>
        {found ? 'Все, кого мы нашли, уже в вашем выборе.' : 'Попробуйте другие слова или выберите другую сферу.'}
      </EmptyState>
    )
  return (
    <EmptyState level={3} title="Больше никого нет">
      {found
        ? 'Все наставники этой страницы уже в вашем выборе.'
        : 'Организаторы ещё не назвали наставников этого этапа.'}
    </EmptyState>
  )
}

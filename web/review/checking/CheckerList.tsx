import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { counted } from '#shared/platform/time/plural.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { CheckerRegions } from './CheckerRegions.tsx'
import styles from './ReviewPanel.module.css'
import { addChecker, type Review, removeChecker, reviewQuery } from './review-queries.ts'

interface CheckerListProps {
  competition: string
  code: string
  review: Review
}

/** Who checks the works of a stage; people are added by the e-mail address of their account. */
export function CheckerList({ competition, code, review }: CheckerListProps) {
  const queries = useQueryClient()
  const title = useRef<HTMLHeadingElement>(null)
  const [email, setEmail] = useState('')
  const [limited, setLimited] = useState<number | null>(null)
  const checker = review.checkers.find(({ test_id }) => test_id === limited)
  const show = (changed: Review) => queries.setQueryData(reviewQuery(competition, code).queryKey, changed)
  const adding = useMutation({
    mutationFn: () => addChecker(competition, code, email),
    onSuccess: (changed) => {
      show(changed)
      setEmail('')
    },
  })
  const removing = useMutation({
    mutationFn: (testId: number) => removeChecker(competition, code, testId),
    onSuccess: (changed) => {
      show(changed)
      title.current?.focus()
    },
    onError: (error) => showBanner(failureText(error)),
  })
  const fault = isFailure(adding.error, 'user_not_found')
    ? 'Учётной записи с этой подтверждённой почтой нет. Пусть человек сначала зарегистрируется'
    : adding.error && failureText(adding.error)
  return (
    <div className={styles.form}>
      <Heading level={3} size={4} ref={title} tabIndex={-1}>
        Проверяющие
      </Heading>
      {review.checkers.length === 0 ? (
        <p className={styles.quiet}>
          Проверяющих нет. Работы видят только организаторы, у которых есть право на оценку.
        </p>
      ) : (
        <ul className={styles.people}>
          {review.checkers.map(({ test_id, name, email: address, checks, regions }) => (
            <li key={test_id} className={styles.person}>
              <span>
                <strong>
                  <bdi>{name}</bdi>
                </strong>
                <span className={styles.quiet}>
                  <Facts
                    of={[
                      address,
                      counted(checks, 'решение', 'решения', 'решений'),
                      regions.length > 0 ? regions.map(({ value }) => value).join(', ') : 'все регионы',
                    ]}
                  />
                </span>
              </span>
              <Button kind="quiet" size="s" aria-label={`Регионы: ${name}`} onClick={() => setLimited(test_id)}>
                Регионы
              </Button>
              <Button
                kind="quiet"
                size="s"
                aria-label={`Снять: ${name}`}
                pending={removing.isPending && removing.variables === test_id}
                onClick={() => !removing.isPending && removing.mutate(test_id)}
              >
                Снять
              </Button>
            </li>
          ))}
        </ul>
      )}
      {checker && (
        <CheckerRegions competition={competition} code={code} checker={checker} onClose={() => setLimited(null)} />
      )}
      <form
        className={styles.adding}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (email.trim() !== '' && !adding.isPending) adding.mutate()
        }}
      >
        <TextField
          label="Почта проверяющего"
          name="checker-email"
          type="email"
          autoComplete="off"
          required={false}
          error={fault || null}
          value={email}
          onChange={(value) => {
            adding.reset()
            setEmail(value)
          }}
        />
        <Button type="submit" kind="secondary" pending={adding.isPending} pendingText="Назначаем…">
          Назначить
        </Button>
      </form>
    </div>
  )
}

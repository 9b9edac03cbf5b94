import { useState } from 'react'
import { maxTag, maxTags } from '#shared/seasons/competitions/limits.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import styles from './Participants.module.css'
import { useParticipantAct } from './queries.ts'

/** The tags of a participant, which only organisers see: lists can be narrowed to them. */
export function TagsPanel({
  whose,
  tags,
}: {
  whose: { competition: string; testId: number }
  tags: readonly string[]
}) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const act = useParticipantAct(
    whose,
    (params, next: string[]) =>
      api('PUT /admin/competitions/:competition/participants/:test_id/tags', { params, body: { tags: next } }),
    'Метки сохранены',
  )
  const add = () => {
    const tag = typed.trim()
    const fault =
      tag === ''
        ? 'Напишите метку'
        : tags.includes(tag)
          ? 'Такая метка уже есть'
          : tags.length >= maxTags
            ? `Меток может быть не больше ${maxTags}`
            : null
    setError(fault)
    if (fault) return document.getElementById('field-new-tag')?.focus()
    act.mutate([...tags, tag], { onSuccess: () => setTyped('') })
  }
  return (
    <Panel title="Метки">
      <div className={styles.fields}>
        <p className={styles.quiet}>
          {tags.length === 0
            ? 'Меток нет. Их видят только организаторы, по ним отбирают список.'
            : 'Их видят только организаторы.'}
        </p>
        {tags.length > 0 && (
          <ul className={styles.kept}>
            {tags.map((tag) => (
              <li key={tag}>
                <span>{tag}</span>
                <Button
                  kind="quiet"
                  size="s"
                  aria-label={`Снять метку «${tag}»`}
                  pending={act.isPending}
                  onClick={() => act.mutate(tags.filter((one) => one !== tag))}
                >
                  Снять
                </Button>
              </li>
            ))}
          </ul>
        )}
        <form
          className={styles.fields}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (!act.isPending) add()
          }}
        >
          <TextField
            name="new-tag"
            label="Новая метка"
            required={false}
            maxLength={maxTag}
            error={error}
            value={typed}
            onChange={(value) => {
              setTyped(value)
              setError(null)
            }}
          />
          <FailureNotice error={act.error} />
          <div>
            <Button type="submit" kind="secondary" size="s" pending={act.isPending}>
              Поставить
            </Button>
          </div>
        </form>
      </div>
    </Panel>
  )
}

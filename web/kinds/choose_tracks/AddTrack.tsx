import { type KeyboardEvent, useState } from 'react'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { words } from '#web/platform/ui/words.ts'
import { useAddTrack } from './panel-queries.ts'
import styles from './TracksPanel.module.css'

const nothing = { title: '', code: '', description: '' }

/** A new track of the competition. It is inside the form of the stage, so only its own button sends it. */
export function AddTrack({ competition }: { competition: string }) {
  const [open, setOpen] = useState(false)
  const [track, setTrack] = useState(nothing)
  const [attempted, setAttempted] = useState(false)
  const adding = useAddTrack(competition)
  const faults = {
    title: track.title.trim() === '' ? 'Обязательное поле' : null,
    code: /^[a-z0-9][a-z0-9_]{1,63}$/.test(track.code)
      ? null
      : 'Латинские строчные буквы, цифры и подчёркивание, от двух знаков',
  }
  function add() {
    setAttempted(true)
    if (faults.title || faults.code || adding.isPending) return
    adding.mutate(track, {
      onSuccess: () => {
        setTrack(nothing)
        setAttempted(false)
        setOpen(false)
      },
    })
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    // Enter must not save the stage around it.
    event.preventDefault()
    add()
  }
  if (!open)
    return (
      <div>
        <Button kind="secondary" size="s" onClick={() => setOpen(true)}>
          Завести ещё один трек
        </Button>
      </div>
    )
  const put = (more: Partial<typeof nothing>) => setTrack((before) => ({ ...before, ...more }))
  return (
    <fieldset className={styles.track} onKeyDown={onKeyDown}>
      <legend>Новый трек конкурса</legend>
      <p className={styles.quiet}>Трек появится сразу. Кто его может выбрать, решают настройки этого этапа.</p>
      {adding.error && (
        <Notice tone="danger" role="alert">
          {failureText(adding.error)}
        </Notice>
      )}
      <TextField
        label="Название"
        name="new-track-title"
        value={track.title}
        error={attempted ? faults.title : null}
        onChange={(title) => put({ title })}
      />
      <TextField
        label="Код, часть адреса"
        hint="Например, science. Изменить его потом нельзя."
        name="new-track-code"
        value={track.code}
        error={attempted ? faults.code : null}
        onChange={(code) => put({ code })}
      />
      <TextField
        label="О чём трек"
        name="new-track-description"
        required={false}
        value={track.description}
        onChange={(description) => put({ description })}
      />
      <div className={styles.row}>
        <Button kind="secondary" size="s" pending={adding.isPending} onClick={add}>
          Завести трек
        </Button>
        <Button kind="quiet" size="s" onClick={() => setOpen(false)}>
          {words.cancel}
        </Button>
      </div>
    </fieldset>
  )
}

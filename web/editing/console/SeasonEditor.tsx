import { useRef, useState } from 'react'
import { quoted } from '#shared/platform/text/quoted.ts'
import { seasonFaults } from '#shared/seasons/competitions/season-form.ts'
import { mergeEdits } from '#shared/stages/merge-edits.ts'
import { FormSections } from '#web/forms/fields/FormSections.tsx'
import { createFormStore } from '#web/forms/fields/form-store.ts'
import { useFormValue } from '#web/forms/fields/use-form.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { LeaveWarning } from '#web/platform/navigation/LeaveWarning.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { ErrorSummary } from '#web/platform/ui/ErrorSummary.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { SaveState } from '#web/platform/ui/SaveState.tsx'
import { LookInWords, LookPicker } from '#web/seasons/console/LookPicker.tsx'
import { OtherEdits, type OtherSave } from '#web/seasons/console/OtherEdits.tsx'
import type { Season } from '#web/seasons/console/queries.ts'
import { type EditedSeason, savedNow, useSeasonSaving } from '#web/seasons/console/season-queries.ts'
import { faultsInWords } from '#web/seasons/console/use-stage-editor.ts'
import { useOpening } from './Opening.tsx'
import styles from './StageEditor.module.css'

interface SeasonEditorProps {
  competition: string
  overview: Season
  season: EditedSeason
}

/** The form of a competition. Everybody sees what is saved at once. */
export function SeasonEditor({ competition, overview, season }: SeasonEditorProps) {
  const [store] = useState(() => createFormStore(season.form, season.answer, { faults: seasonFaults }))
  const [saved, setSaved] = useState(() => ({ revision: season.revision, answer: store.data() }))
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [failure, setFailure] = useState<unknown>(null)
  const [other, setOther] = useState<OtherSave | null>(null)
  const saving = useSeasonSaving(competition)
  const unsaved = useFormValue(store, () => JSON.stringify(store.data()) !== JSON.stringify(saved.answer))
  const faults = useFormValue(store, () => store.faults())
  const busy = useRef(false)

  /** Merges both edits into the form: the fields that only the other organiser changed get their values. */
  async function merge() {
    const theirs = await savedNow(competition)
    const { answer, ...met } = mergeEdits(season.form, saved.answer, store.data(), theirs.answer)
    store.replace(answer)
    setSaved({ revision: theirs.revision, answer: theirs.answer })
    setOther({ ...met, saved: theirs.answer })
  }

  async function saveNow() {
    setFailure(null)
    // A fault about two rows may have been corrected in the other row.
    store.putFaults({})
    if (Object.keys(store.check()).length > 0) return setAttempt((times) => times + 1)
    const sent = store.data()
    try {
      const kept = await saving.mutateAsync({ revision: saved.revision, answer: sent })
      // Text that was typed during the request stays.
      if (store.data() === sent) store.replace(kept.answer)
      setSaved({ revision: kept.revision, answer: store.data() === sent ? sent : kept.answer })
      setSavedAt(new Date())
      setOther(null)
    } catch (error) {
      if (isFailure(error, 'form_invalid')) {
        store.putFaults(error.fields)
        setAttempt((times) => times + 1)
      } else if (isFailure(error, 'season_edit_conflict')) await merge().catch(setFailure)
      else setFailure(error)
    }
  }

  return (
    <form
      className={styles.editor}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (busy.current) return
        busy.current = true
        void saveNow().finally(() => {
          busy.current = false
        })
      }}
    >
      <LeaveWarning unsaved={() => unsaved}>Правки конкурса не сохранены.</LeaveWarning>
      {overview.published && <Hiding competition={competition} />}
      <Doors competition={competition} overview={overview} />
      <ErrorSummary faults={faultsInWords(season.form, attempt > 0 ? faults : {})} attempt={attempt} />
      <FailureNotice error={failure} />
      {other && <OtherEdits key={saved.revision} store={store} other={other} />}
      <FormSections
        dense
        store={store}
        folded={({ code }) => rare.has(code)}
        says={({ code }) => (code === lookSection ? <LookInWords store={store} competition={competition} /> : null)}
        drawn={(field) =>
          field.name === 'season_layout' || field.name === 'season_theme' ? (
            <LookPicker store={store} field={field} competition={competition} />
          ) : null
        }
      />
      <div className={styles.bar}>
        <Button type="submit" pending={saving.isPending} pendingText="Сохраняем…">
          Сохранить
        </Button>
        {unsaved ? (
          <p className={styles.quiet}>Есть несохранённые правки. Сохранённое сразу увидят все</p>
        ) : (
          <SaveState state={savedAt ? 'saved' : 'idle'} savedAt={savedAt} />
        )}
      </div>
    </form>
  )
}

/** Sections that are set once and rarely changed. */
const lookSection = 'season_look'
const rare = new Set([lookSection, 'season_links', 'season_support', 'season_tracks'])

/** The competition is open; it can be hidden while nobody takes part. */
function Hiding({ competition }: { competition: string }) {
  const opening = useOpening(competition)
  return (
    <Notice
      actions={
        <Button kind="secondary" size="s" pending={opening.isPending} onClick={() => opening.mutate(false)}>
          Скрыть конкурс
        </Button>
      }
    >
      Конкурс открыт для всех. Скрыть его можно, пока в нём никто не участвует.
      {opening.error !== null && <p role="alert">{failureText(opening.error)}</p>}
    </Notice>
  )
}

/** Links to the registration stages: they decide who may register, until when and on which conditions. */
function Doors({ competition, overview }: Pick<SeasonEditorProps, 'competition' | 'overview'>) {
  const doors = overview.stages.filter(({ type }) => type === 'registration')
  if (doors.length === 0)
    return <p className={styles.quiet}>В конкурсе нет этапа регистрации: пока он не появится, вступить нельзя.</p>
  return (
    <p className={styles.quiet}>
      Кого принимаем, сроки и условия допуска настраиваются на этапе{' '}
      {doors.map(({ code, title }) => (
        <PortalLink key={code} to={`/admin/${competition}/stages/${code}`}>
          {quoted(title)}
        </PortalLink>
      ))}
      .
    </p>
  )
}

import { Fragment, lazy, Suspense, useMemo, useRef, useState } from 'react'
import { quoted } from '#shared/platform/text/quoted.ts'
import { parseWire } from '#shared/platform/time/moscow.ts'
import { beforeEntry } from '#shared/stages/stage-form.ts'
import { FormSections } from '#web/forms/fields/FormSections.tsx'
import { useFormValue } from '#web/forms/fields/use-form.ts'
import { kindOf } from '#web/kinds/kinds.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { LeaveWarning } from '#web/platform/navigation/LeaveWarning.tsx'
import { loadChunk } from '#web/platform/navigation/load-chunk.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { ErrorSummary } from '#web/platform/ui/ErrorSummary.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { SaveState } from '#web/platform/ui/SaveState.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { EntryCondition } from '#web/seasons/console/EntryCondition.tsx'
import { OtherEdits } from '#web/seasons/console/OtherEdits.tsx'
import type { EditedStage, Season } from '#web/seasons/console/queries.ts'
import { takeUnadded, UnaddedIn } from '#web/seasons/console/unadded.ts'
import { faultsInWords, useStageEditor } from '#web/seasons/console/use-stage-editor.ts'
import { Checklist } from './Checklist.tsx'
import { DropDialog } from './DropDialog.tsx'
import { PublishDialog } from './PublishDialog.tsx'
import styles from './StageEditor.module.css'

interface StageEditorProps {
  competition: string
  season: Season
  stage: EditedStage
  /** Nothing prevents its publication. */
  setUp: boolean
  /** People have begun it: its settings are rarely changed, so all of them are folded up. */
  begun: boolean
}

/** The form of a stage: it can be saved at any time and published when it is ready. */
export function StageEditor({ competition, season, stage, setUp, begun }: StageEditorProps) {
  const desk = useStageEditor(competition, stage)
  const { store, unsaved, pending, failure } = desk
  const [asked, setAsked] = useState(false)
  const [dropping, setDropping] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  /** The button that was pressed has been removed or disabled. */
  const focusSave = () =>
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[type=submit]')?.focus())
  const faults = useFormValue(store, () => store.faults())
  const waits = stage.changes.length > 0
  const OwnEditor = useOwnEditor(season.stages.find(({ code }) => code === stage.code)?.type ?? '')
  const [unadded] = useState(() => new Set<() => 'none' | 'added' | 'faulty'>())
  async function save() {
    if (takeUnadded(unadded) !== 'faulty') await desk.saveNow()
  }
  async function askToPublish() {
    const taken = takeUnadded(unadded)
    if (taken === 'faulty') return
    if ((unsaved || taken === 'added') && (await desk.saveNow()) === null) return
    setAsked(true)
  }
  return (
    <form
      ref={form}
      className={`${styles.editor} ${styles.among}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!pending) void save()
      }}
    >
      <LeaveWarning unsaved={() => unsaved}>Правки этого этапа не сохранены.</LeaveWarning>
      {stage.checklist.length > 0 && <Checklist items={stage.checklist} />}
      <ErrorSummary faults={faultsInWords(stage.form, desk.attempt > 0 ? faults : {})} attempt={desk.attempt} />
      {failure !== null && !asked && (
        <Notice tone="danger" role="alert">
          {failureText(failure)}
        </Notice>
      )}
      {desk.other && <OtherEdits key={stage.revision} store={store} other={desk.other} />}
      <UnaddedIn value={unadded}>
        {stage.form.sections.map(({ code }, number) => (
          <Fragment key={code}>
            <FormSections dense store={store} section={number} folded={({ code }) => begun || rare(code, setUp)} />
            {code === 'stage_entry' && (
              <EntryCondition
                folded={begun}
                season={season}
                code={stage.code}
                gate={desk.gate}
                onChange={desk.setGate}
              />
            )}
          </Fragment>
        ))}
        {OwnEditor && (
          <Suspense fallback={<Skeleton lines={4} label="Загружаем настройки…" />}>
            <OwnEditor competition={competition} code={stage.code} settings={desk.own} onChange={desk.setOwn} />
          </Suspense>
        )}
      </UnaddedIn>
      {!OwnEditor && stage.elsewhere.length > 0 && (
        <p className={styles.quiet}>Здесь не правятся: {stage.elsewhere.map((title) => quoted(title)).join(', ')}.</p>
      )}
      <div
        className={styles.bar}
        data-unsaved={unsaved || undefined}
        data-still={(begun && !unsaved && !waits) || undefined}
      >
        <div className={styles.actions}>
          <Button type="submit" kind={unsaved ? 'primary' : 'secondary'} pending={desk.saving}>
            Сохранить
          </Button>
          <Button kind={unsaved ? 'secondary' : 'primary'} disabled={!unsaved && !waits} onClick={askToPublish}>
            {waits && !unsaved ? `Опубликовать: ${inBrief(stage.changes.map(({ title }) => title))}` : 'Опубликовать'}
          </Button>
        </div>
        {unsaved ? (
          <p className={styles.quiet}>Не сохранено: {inBrief(desk.unsavedTitles)}</p>
        ) : waits ? (
          <>
            <SaveState state="saved" savedAt={stage.saved_at && parseWire(stage.saved_at)} />
            <Button kind="quiet" size="s" onClick={() => setDropping(true)}>
              Отменить правки
            </Button>
          </>
        ) : (
          <p className={styles.quiet}>Всё опубликовано</p>
        )}
      </div>
      {asked && (
        <PublishDialog
          stage={stage}
          failure={failure}
          onPublish={async () => {
            const done = await desk.publishNow()
            // The fields that both organisers changed are in the form behind the question.
            return done !== 'failed' && done
          }}
          onDone={(done) => done === 'published' && focusSave()}
          onClose={() => setAsked(false)}
        />
      )}
      {dropping && (
        <DropDialog stage={stage} onDrop={desk.dropNow} onDone={focusSave} onClose={() => setDropping(false)} />
      )}
    </form>
  )
}

const ofEveryStage = ['stage', 'stage_dates', 'stage_entry']

/** Rarely changed sections: the texts before entry and, once the stage is set up, the settings of its kind. */
const rare = (section: string, setUp: boolean): boolean =>
  section === beforeEntry || (setUp && !ofEveryStage.includes(section))

/** The kind's own editor, for settings that a generated form cannot show. */
function useOwnEditor(type: string) {
  return useMemo(() => {
    const load = kindOf(type)?.settingsEditor
    return load ? lazy(() => loadChunk(load)) : null
  }, [type])
}

const named = 2

/** «слов не больше, закрывается и ещё 1» */
function inBrief(all: readonly string[]): string {
  const titles = all.slice(0, named).map((title) => title.charAt(0).toLowerCase() + title.slice(1))
  const rest = all.length - titles.length
  return rest > 0 ? `${titles.join(', ')} и ещё ${rest}` : titles.join(', ')
}

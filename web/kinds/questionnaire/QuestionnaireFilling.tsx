import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { humanReadable } from '#shared/forms/fields/answer.ts'
import { fieldsOf } from '#shared/forms/fields/field.ts'
import { timesName } from '#shared/kinds/questionnaire/answer-times.ts'
import type { questionnaireKind } from '#shared/kinds/questionnaire/contract.ts'
import { progressOf } from '#shared/kinds/questionnaire/progress.ts'
import { joined, settledIn, settledName } from '#shared/kinds/questionnaire/settled.ts'
import type { SettingsOf } from '#shared/stages/kind.ts'
import { DraftConflict } from '#web/forms/drafts/DraftConflict.tsx'
import { DraftStatus } from '#web/forms/drafts/DraftStatus.tsx'
import type { DraftData } from '#web/forms/drafts/draft-keeper.ts'
import { createFormStore } from '#web/forms/fields/form-store.ts'
import { useFormValue } from '#web/forms/fields/use-form.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { stageQuery } from '#web/stages/queries.ts'
import { Refusal } from '#web/stages/Refusal.tsx'
import type { FillingProps } from '#web/stages/work-screen.ts'
import { QuestionByQuestion } from './QuestionByQuestion.tsx'
import { QuestionList } from './QuestionList.tsx'
import styles from './QuestionnaireScreen.module.css'
import { QuestionnaireStart } from './QuestionnaireStart.tsx'
import { useAnswers } from './use-answers.ts'

type Settings = SettingsOf<typeof questionnaireKind>

/** The questions of a questionnaire, one at a time or as a list, with what is saved and how much is left. */
export function QuestionnaireFilling({ look, settings, page, work, draft, opened, shown }: FillingProps<Settings>) {
  const { keeper, state } = draft
  const { handIn, changed } = work
  const queries = useQueryClient()
  const schema = page.form
  const fields = fieldsOf(schema)
  const [store] = useState(() => {
    const made = createFormStore(schema, unsettled(opened, Object.keys(changed)), { onChange: keeper.change })
    made.putFaults(changed)
    return made
  })
  shown.current = store
  const answers = useAnswers(store)
  const begun = useFormValue(store, () => store.data()[timesName] !== undefined)
  const progress = useFormValue(store, () => progressOf(fields, store.data(), settings.answer_seconds))
  const isChanged = Object.keys(changed).length > 0
  const refusal = isFailure(handIn.error, 'form_version_outdated') ? null : handIn.error

  // Where nobody may go back, a conflict leaves no choice: answers that another device has settled hold here too.
  const joins = !settings.back && state.conflict !== null
  const [joinings, setJoinings] = useState(0)
  useEffect(() => {
    const theirs = joins && keeper.state().conflict?.theirs
    if (!theirs) return
    store.replace(joined(store.data(), theirs))
    keeper.change(store.data())
    keeper.choose('mine')
    setJoinings((before) => before + 1)
  }, [joins, keeper, store])

  const [begins, setBegins] = useState(false)
  async function begin() {
    setBegins(true)
    store.set(timesName, {})
    await keeper.flush()
    // The time that is left begins now.
    void queries.invalidateQueries({ queryKey: stageQuery(page.stage_id).queryKey })
    answers.clock.restart()
  }

  function send() {
    const body = { data: { ...store.data() }, form_version: schema.version }
    handIn.mutate({ body, draft: keeper }, { onError: (error) => void refused(error) })
  }

  async function refused(error: unknown) {
    if (!isFailure(error)) return
    if (error.code === 'form_version_outdated') {
      await keeper.flush()
      work.renewQuestions(error.fields)
    } else store.putFaults(error.fields)
  }

  const conflict = settings.back ? (
    <DraftConflict conflict={state.conflict} inWords={(data) => humanReadable(schema, data)} onChoose={keeper.choose} />
  ) : (
    joinings > 0 && <Notice tone="info">Вы отвечали и на другом устройстве: ответы оттуда добавлены сюда.</Notice>
  )
  if (!begun)
    return (
      <>
        {conflict}
        <QuestionnaireStart
          stageId={page.stage_id}
          questions={fields.length}
          minutes={progress.minutes}
          limitMinutes={settings.limit_minutes}
          back={settings.back}
          onBegin={begin}
        />
      </>
    )
  const Questions = settings.layout === 'list' && settings.back ? QuestionList : QuestionByQuestion
  return (
    <div className={styles.page}>
      {conflict}
      {isChanged && refusal === null && (
        <Notice tone="warning" role="alert" title={look.words.changed}>
          {look.words.changedAdvice}
        </Notice>
      )}
      {refusal !== null && (
        <Refusal key={handIn.submittedAt} error={refusal}>
          {isFailure(refusal, 'stage_closed') && look.words.closed}
        </Refusal>
      )}
      <Questions
        key={joinings}
        store={store}
        fields={fields}
        back={settings.back}
        progress={progress}
        first={Object.keys(changed)[0]}
        arrived={begins || joinings > 0}
        onAnswer={answers.answer}
        onSettle={(name) => store.set(settledName, { ...settledIn(store.data()), [name]: schema.version })}
        onShow={answers.clock.restart}
        sending={handIn.isPending}
        onSend={send}
      />
      <DraftStatus state={state} />
    </div>
  )
}

/** A question that has changed must be answered again. */
function unsettled(data: DraftData, changed: readonly string[]): DraftData {
  if (changed.length === 0 || data[settledName] === undefined) return data
  const left = Object.entries(settledIn(data)).filter(([name]) => !changed.includes(name))
  return { ...data, [settledName]: Object.fromEntries(left) }
}

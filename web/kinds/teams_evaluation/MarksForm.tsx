import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { maxWords } from '#shared/kinds/teams_evaluation/limits.ts'
import { teamMarkFaults } from '#shared/kinds/teams_evaluation/mark-rules.ts'
import { outOf } from '#shared/platform/text/unbroken.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { DraftConflict } from '#web/forms/drafts/DraftConflict.tsx'
import { DraftStatus } from '#web/forms/drafts/DraftStatus.tsx'
import { draftKey } from '#web/forms/drafts/draft-mirror.ts'
import { useDraft } from '#web/forms/drafts/use-draft.ts'
import { session } from '#web/platform/api/portal-api.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { ErrorSummary } from '#web/platform/ui/ErrorSummary.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { ProgressBar } from '#web/platform/ui/ProgressBar.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { renewStage } from '#web/stages/use-hand-in.ts'
import { sendMarks, sheetsOf, type TeamMarksPage, type Typed, teamDraftOn, typedIn } from './queries.ts'
import { TeammateSheet } from './TeammateSheet.tsx'
import styles from './TeamsEvaluation.module.css'
import type { EvaluationSettings } from './TeamsEvaluationScreen.tsx'

interface MarksFormProps {
  stageId: number
  page: TeamMarksPage
  settings: EvaluationSettings
  /** The team or what may be done with the marks has changed. */
  onChanged: () => void
}

/** All teammates on one page. What is typed is kept like a draft. */
export function MarksForm({ stageId, page, settings, onChanged }: MarksFormProps) {
  const { teammates, behaviours, same_mark_most: most } = page
  const queries = useQueryClient()
  const [typed, setTyped] = useState<Typed | null>(null)
  const [attempt, setAttempt] = useState(0)
  const draft = useDraft({
    key: draftKey(session.claims()?.test_id ?? 0, `team-marks/${stageId}`),
    server: teamDraftOn(stageId, page),
    onReplace: (data) => setTyped(typedIn(data, teammates)),
  })
  const sending = useMutation({
    mutationFn: async (now: Typed) => {
      await draft.keeper.flush()
      await sendMarks(stageId, now)
      await draft.keeper.finish()
    },
    onSuccess: () => renewStage(queries, stageId),
    onError: (error: { code?: string }) => {
      const outdated = ['teammates_changed', 'team_marks_final', 'no_teammates', 'stage_closed']
      if (outdated.includes(error.code ?? '')) onChanged()
    },
  })
  const opened = typed ?? (draft.opened && typedIn(draft.opened, teammates))
  if (!opened) return <Skeleton lines={12} label="Открываем оценки" />
  const change = (number: number, sheet: Partial<Typed[string]>) => {
    const next = { ...opened, [number]: { ...(opened[number] ?? { marks: {}, words: '' }), ...sheet } }
    setTyped(next)
    draft.keeper.change(next)
  }
  const faults = teamMarkFaults(settings, sheetsOf(opened))
  const words = {
    required: 'Поставьте оценку',
    out_of_scale: `Поставьте оценку от 1 до ${settings.scale}`,
    too_many_same: `Такую оценку по этому поведению можно поставить не более чем ${outOf(most ?? teammates.length, teammates.length)}`,
  }
  const tooLong = teammates.filter(({ test_id }) => [...(opened[test_id]?.words ?? '')].length > maxWords)
  const summed = [
    ...teammates.flatMap(({ test_id, name }) => {
      const own = faults.filter((fault) => fault.test_id === test_id)
      const missing = own.filter(({ rule }) => rule === 'required')
      const first = missing[0] ?? own[0]
      if (!first) return []
      const message =
        missing.length > 0
          ? `Поставьте ещё ${counted(missing.length, 'оценку', 'оценки', 'оценок')}`
          : words[first.rule]
      return [{ name: `${test_id}.${first.code}`, label: name, message }]
    }),
    ...tooLong.map(({ test_id, name }) => ({
      name: `${test_id}.words`,
      label: name,
      message: `Сократите до ${maxWords} знаков`,
    })),
  ]
  const marked = teammates.filter(({ test_id }) =>
    behaviours.every(({ code }) => opened[test_id]?.marks[code] !== undefined),
  ).length
  // A mark that is given too often shows at once, so that it can be corrected before anything else is typed.
  const shown = attempt > 0 ? faults : faults.filter(({ rule }) => rule === 'too_many_same')
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setAttempt((before) => before + 1)
        if (summed.length === 0 && !sending.isPending) sending.mutate(opened)
      }}
    >
      <About page={page} settings={settings} />
      <DraftConflict
        conflict={draft.state.conflict}
        inWords={(data) => marksInWords(typedIn(data, teammates), page)}
        onChoose={draft.keeper.choose}
      />
      <ErrorSummary faults={attempt > 0 ? summed : []} attempt={attempt} />
      <ProgressBar
        label="Оценены полностью"
        value={marked}
        max={teammates.length}
        text={outOf(marked, teammates.length)}
      />
      {teammates.map((teammate) => (
        <TeammateSheet
          key={teammate.test_id}
          teammate={teammate}
          page={page}
          settings={settings}
          sheet={opened[teammate.test_id] ?? { marks: {}, words: '' }}
          errors={
            new Map(
              shown.flatMap(({ test_id, code, rule }) => (test_id === teammate.test_id ? [[code, words[rule]]] : [])),
            )
          }
          onChange={(sheet) => change(teammate.test_id, sheet)}
        />
      ))}
      <FailureNotice error={sending.error} />
      <div className={styles.actions}>
        <Button type="submit" pending={sending.isPending} pendingText="Сдаём оценки…">
          Сдать оценки
        </Button>
        <DraftStatus state={draft.state} />
      </div>
      <p className={styles.quiet}>Вернуться к сданным оценкам можно, пока их не сдали все в команде.</p>
    </form>
  )
}

/** Who reads what, before anything is typed. */
function About({ page, settings }: { page: TeamMarksPage; settings: EvaluationSettings }) {
  const { anonymous, same_mark_most: most, teammates } = page
  const { min_raters, use, weight, scale, distribution } = settings
  const few = teammates.length < min_raters
  return (
    <>
      {anonymous ? (
        <Notice title="Ваши оценки анонимны">
          Они хранятся без имени. Товарищ увидит только средние и слова без подписи, и только если его оценят не меньше{' '}
          {counted(min_raters, 'человека', 'человек', 'человек')}. Организаторы видят, кто уже оценил, но не чьи это
          оценки. Не называйте себя в тексте.
          {few && ` В вашей команде для этого мало людей: отчёта не будет, а оценки ни на что не повлияют.`}
        </Notice>
      ) : (
        <Notice tone="warning" title="Вас двое, поэтому оценки не анонимны">
          Товарищ поймёт, что они ваши. Числа ему не покажут, и в балл они не войдут: он прочитает только ваши слова,
          когда организаторы подведут итоги.
        </Notice>
      )}
      <p>
        Поставьте каждому оценки: 1 — совсем не видно, {scale} — видно всегда.
        {use === 'score' && anonymous && !few && ` Оценки входят в балл с весом ${weight} %.`}
      </p>
      {distribution === 'forced' && most !== null && (
        <p>По каждому поведению одну и ту же оценку можно поставить не более чем {outOf(most, teammates.length)}.</p>
      )}
    </>
  )
}

const marksInWords = (typed: Typed, { teammates, behaviours }: TeamMarksPage) =>
  teammates
    .flatMap(({ test_id, name }) => [
      ...behaviours.map(({ code, title }) => ({
        ...{ section: name, label: title, value: String(typed[test_id]?.marks[code] ?? '') },
      })),
      { section: name, label: 'Слова', value: typed[test_id]?.words ?? '' },
    ])
    .filter(({ value }) => value !== '')

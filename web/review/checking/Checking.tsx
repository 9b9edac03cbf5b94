import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { CheckDraft, Verdict } from '#shared/review/checking/check.ts'
import { DraftConflict } from '#web/forms/drafts/DraftConflict.tsx'
import { DraftStatus } from '#web/forms/drafts/DraftStatus.tsx'
import { draftKey } from '#web/forms/drafts/draft-mirror.ts'
import { useDraft } from '#web/forms/drafts/use-draft.ts'
import { session } from '#web/platform/api/portal-api.ts'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { AnswerOfWork } from './AnswerOfWork.tsx'
import styles from './Check.module.css'
import { CheckPanel } from './CheckPanel.tsx'
import { draftInWords } from './draft-in-words.ts'
import { EarlierChecks } from './EarlierChecks.tsx'
import { checkDraftOn, type DeskWork, queuesQuery, sendVerdict, takeNext, typedIn } from './queries.ts'
import { RemarkField } from './RemarkField.tsx'
import { useDesk } from './use-desk.ts'

interface CheckingProps {
  work: DeskWork
  /** What was in the fields before the work changed. */
  carried: CheckDraft | null
  /** The work has changed: there is a newer version, or somebody has decided. Passes what is in the fields. */
  onChanged: (typed: CheckDraft) => void
}

/** The work with remarks at its lines, beside the panel with the verdict. What is typed is kept like a draft. */
export function Checking({ work, carried, onChanged }: CheckingProps) {
  const [typed, setTyped] = useState<CheckDraft | null>(null)
  const draft = useDraft({
    key: draftKey(session.claims()?.test_id ?? 0, `desk/${work.work_id}/${work.hand_in.id}`),
    server: checkDraftOn(work),
    onReplace: (data) => setTyped(typedIn(data)),
  })
  const opened = typed ?? (draft.opened && typedIn(draft.opened))
  const { keeper } = draft
  const isOpen = draft.opened !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the draft is there
  useEffect(() => {
    if (!isOpen || carried === null) return
    setTyped(carried)
    keeper.change({ ...carried })
  }, [isOpen])
  const sending = useVerdict(work, draft.keeper, onChanged)
  if (!opened) return <Skeleton lines={10} label="Открываем проверку" />
  const change = (part: Partial<CheckDraft>) => {
    const next = { ...opened, ...part }
    setTyped(next)
    draft.keeper.change({ ...next })
  }
  const remarkOf = (field: string) => opened.remarks.find((remark) => remark.field === field)?.text
  const putRemark = (field: string, text: string | null) => {
    const others = opened.remarks.filter((remark) => remark.field !== field)
    const remarks = text === null ? others : [...others, { field, text }]
    change({ remarks, ...(text !== null && opened.verdict === null ? { verdict: 'return' as const } : {}) })
  }
  return (
    <div className={styles.columns}>
      <DraftConflict
        conflict={draft.state.conflict}
        inWords={(data) => draftInWords(typedIn(data), work)}
        onChoose={draft.keeper.choose}
      />
      <AnswerOfWork
        work={work}
        below={({ field, label }) =>
          field === undefined ? null : (
            <RemarkField
              name={field}
              label={label}
              text={remarkOf(field)}
              onChange={(text) => putRemark(field, text)}
            />
          )
        }
      />
      <div className={styles.side}>
        <CheckPanel work={{ ...work, id: work.work_id }} typed={opened} sending={sending} onChange={change}>
          <DraftStatus state={draft.state} />
        </CheckPanel>
        <EarlierChecks checks={work.checks} />
      </div>
    </div>
  )
}

/** Sends the verdict and opens the next work of the stage, or the desk when there is none. */
function useVerdict(work: DeskWork, keeper: { finish(): Promise<void> }, onChanged: (typed: CheckDraft) => void) {
  const router = useRouter()
  const desk = useDesk()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ verdict, typed }: { verdict: Verdict; typed: CheckDraft }) => {
      const remarks = typed.remarks.filter(({ text }) => text.trim() !== '')
      const answer = await sendVerdict(work.work_id, work.hand_in.id, verdict, { ...typed, remarks })
      await keeper.finish()
      return { answer, next: await takeNext(desk.path, work.stage_id).catch(() => null) }
    },
    onSuccess: ({ next }) => {
      void queries.invalidateQueries({ queryKey: queuesQuery.queryKey, exact: true })
      void router.navigate({ to: (next ?? desk.path) as never })
    },
    onError: (error: { code?: string }, { typed }) => {
      if (error.code === 'work_changed' || error.code === 'work_decided' || error.code === 'work_taken')
        onChanged(typed)
    },
  })
}

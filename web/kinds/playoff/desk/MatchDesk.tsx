import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Side } from '#shared/kinds/playoff/bracket.ts'
import { bothSides, sideTotal, twoSided } from '#shared/kinds/playoff/match-result.ts'
import { maxComment } from '#shared/review/judging/limits.ts'
import { type MarkFault, markFaults } from '#shared/stages/rubric.ts'
import { DraftConflict } from '#web/forms/drafts/DraftConflict.tsx'
import { DraftStatus } from '#web/forms/drafts/DraftStatus.tsx'
import { draftKey } from '#web/forms/drafts/draft-mirror.ts'
import { useDraft } from '#web/forms/drafts/use-draft.ts'
import { session } from '#web/platform/api/portal-api.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import check from '#web/review/checking/Check.module.css'
import { MarkField } from '#web/review/judging/MarkField.tsx'
import { pointsInWords } from '#web/review/judging/points-in-words.ts'
import { DeclineMatch } from './DeclineMatch.tsx'
import styles from './Matches.module.css'
import { type JudgedMatch, matchDraftOn, matchesQuery, sendMarks, type TypedMatch, typedIn } from './queries.ts'

const sides = ['a', 'b'] as const

interface MatchDeskProps {
  match: JudgedMatch
  /** The match has changed, or the marks are handed in. */
  onChanged: () => void
}

/** The rubric for both sides, one beside the other. What is typed is kept like a draft. */
export function MatchDesk({ match, onChanged }: MatchDeskProps) {
  const { match_id: id, criteria, chair, done } = match
  const queries = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState<TypedMatch | null>(null)
  const [asked, setAsked] = useState(false)
  const draft = useDraft({
    key: draftKey(session.claims()?.test_id ?? 0, `match/${id}`),
    server: matchDraftOn(match),
    onReplace: (data) => setTyped(typedIn(data)),
  })
  const sending = useMutation({
    mutationFn: async (now: TypedMatch) => {
      const answer = await sendMarks(id, now)
      await draft.keeper.finish()
      return answer
    },
    onSuccess: ({ a, b }) => {
      showBanner(`Оценки сданы: ${pointsInWords(a)} и ${pointsInWords(b)}`, 'success')
      void queries.invalidateQueries({ queryKey: matchesQuery.queryKey })
      onChanged()
    },
    onError: (error: { code?: string }) => {
      if (['match_over', 'match_not_found'].includes(error.code ?? '')) onChanged()
    },
  })
  const opened = typed ?? (draft.opened && typedIn(draft.opened))
  if (!opened) return <Skeleton lines={10} label="Открываем оценки" />
  const change = (part: Partial<TypedMatch>) => {
    const next = { ...opened, ...part }
    setTyped(next)
    draft.keeper.change({ ...next })
  }
  const put = (code: string, mark: number | null) => {
    const { [code]: _old, ...others } = opened.marks
    change({ marks: mark === null ? others : { ...others, [code]: mark } })
  }
  const faults = markFaults(bothSides(criteria), opened.marks)
  const unsaid = chair && opened.favours === null
  const tooLong = sides.some((side) => [...opened[`comment_${side}`]].length > maxComment)
  const sound = Object.keys(faults).length === 0 && !unsaid && !tooLong
  const send = () => {
    setAsked(true)
    if (sending.isPending) return
    if (sound) sending.mutate(opened)
    else requestAnimationFrame(() => firstFault(form.current)?.focus())
  }
  return (
    <form
      ref={form}
      className={styles.desk}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <DraftConflict
        conflict={draft.state.conflict}
        inWords={(data) => marksInWords(typedIn(data), match)}
        onChoose={draft.keeper.choose}
      />
      <div className={styles.sides}>
        {sides.map((side) => (
          <SidePanel
            key={side}
            side={side}
            match={match}
            typed={opened}
            faults={asked ? faults : {}}
            onMark={put}
            onComment={(text) => change({ [`comment_${side}`]: text })}
          />
        ))}
      </div>
      {chair && (
        <div data-fault={(asked && unsaid) || undefined}>
          <RadioGroup
            name="favours"
            label="Кто проходит дальше, если всё остальное поровну"
            hint="Вы председатель: ваше слово решает последним"
            options={sides.map((side) => ({ value: side, label: match[side] }))}
            error={asked && unsaid ? 'Назовите одну из сторон' : null}
            value={opened.favours ?? ''}
            onChange={(said) => change({ favours: said as Side })}
          />
        </div>
      )}
      <FailureNotice error={sending.error} />
      <div className={check.actions}>
        <Button type="submit" pending={sending.isPending} pendingText="Сохраняем оценки…">
          {done ? 'Изменить оценки' : 'Сдать оценки'}
        </Button>
        <DraftStatus state={draft.state} />
      </div>
      <p className={check.quiet}>
        {done ? 'Оценки сданы. ' : ''}Сданное можно изменить, пока итог не опубликован. Другие судьи ваших оценок не
        видят.
      </p>
      {!done && <DeclineMatch match={match} onDeclined={onChanged} />}
    </form>
  )
}

const firstFault = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('[data-fault] input, [aria-invalid="true"]')

interface SidePanelProps {
  side: Side
  match: JudgedMatch
  typed: TypedMatch
  faults: Record<string, MarkFault>
  onMark: (code: string, mark: number | null) => void
  onComment: (text: string) => void
}

function SidePanel({ side, match, typed, faults, onMark, onComment }: SidePanelProps) {
  const criteria = twoSided(match.criteria, side)
  const complete = criteria.every(({ code }) => typed.marks[code] !== undefined)
  return (
    <section className={check.panel} aria-label={`Оценки: ${match[side]}`}>
      <Heading level={2} size={3}>
        {match[side]}
      </Heading>
      {criteria.map((criterion) => (
        <MarkField
          key={criterion.code}
          criterion={criterion}
          mark={typed.marks[criterion.code]}
          fault={faults[criterion.code]}
          onChange={(mark) => onMark(criterion.code, mark)}
        />
      ))}
      <p role="status" className={check.state}>
        {complete && <strong>Итог — {pointsInWords(sideTotal(match.criteria, typed.marks, side))}</strong>}
      </p>
      <TextArea
        label="Сторона прочитает"
        name={`comment-${side}`}
        rows={3}
        required={false}
        limit={maxComment}
        value={typed[`comment_${side}`]}
        onChange={onComment}
      />
    </section>
  )
}

function marksInWords(typed: TypedMatch, match: JudgedMatch) {
  return sides
    .flatMap((side) => [
      ...twoSided(match.criteria, side).map(({ code, title }) => ({
        ...{ section: match[side], label: title, value: String(typed.marks[code] ?? '') },
      })),
      { section: match[side], label: 'Сторона прочитает', value: typed[`comment_${side}`] },
    ])
    .filter(({ value }) => value !== '')
}

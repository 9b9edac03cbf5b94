import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { counted, plural } from '#shared/platform/time/plural.ts'
import type { CheckDraft, Verdict } from '#shared/review/checking/check.ts'
import { maxWords } from '#shared/review/checking/limits.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import styles from './Check.module.css'
import { NextWorkButton } from './NextWorkButton.tsx'
import type { DeskWork } from './queries.ts'

/** What the panel needs to know of a work, or of a team, which is checked in the same way. */
type Checked = Pick<
  DeskWork,
  'may_return' | 'hints' | 'formal' | 'return_days' | 'second_look' | 'reasons' | 'checks' | 'stage_id' | 'state'
> & { id: number }

export interface SendingVerdict {
  mutate: (sent: { verdict: Verdict; typed: CheckDraft }) => void
  isPending: boolean
  error: unknown
}

interface CheckPanelProps {
  work: Checked
  /**
   * For a team: remarks are beside its members, all members read the reason, and an incomplete team is admitted with a
   * reason.
   */
  team?: { complete: boolean }
  typed: CheckDraft
  sending: SendingVerdict
  onChange: (part: Partial<CheckDraft>) => void
  /** Shows whether the text is saved. */
  children: ReactNode
}

const buttons: Record<Verdict, string> = {
  accept: 'Принять и дальше',
  return: 'Вернуть и дальше',
  refuse: 'Отказать и дальше',
}

/** The verdict with its words; the button says what will happen. */
export function CheckPanel({ work, team, typed, sending, onChange, children }: CheckPanelProps) {
  const [asked, setAsked] = useState(false)
  const form = useVerdictKeys(work.may_return, (chosen) => onChange({ verdict: chosen }))
  const { verdict, remarks, reason_code, reason, note } = typed
  const proposed = work.checks.findLast(({ final }) => !final)
  const remarked = remarks.filter(({ text }) => text.trim() !== '').length
  const explains = verdict === 'return' || verdict === 'refuse' || (verdict === 'accept' && team?.complete === false)
  const faults = faultsOf(typed, remarked, explains)
  const shown = asked ? faults : {}

  const send = () => {
    setAsked(true)
    if (verdict === null || sending.isPending || Object.keys(faults).length > 0) return
    sending.mutate({ verdict, typed })
  }

  return (
    <form
      ref={form}
      className={styles.panel}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        send()
      }}
    >
      <Heading level={2} size={3}>
        Решение
      </Heading>
      {proposed && work.state === 'waits' && (
        <Notice tone="warning" title={`${proposed.by} предлагает отказать`}>
          {proposed.reason} Посмотрите и решите сами: отказ подтвердит ваше решение.
        </Notice>
      )}
      {work.hints.length > 0 && (
        <Notice title="Обратите внимание">
          <ul className={styles.hints}>
            {work.hints.map((hint) => (
              <li key={hint}>{hint}</li>
            ))}
          </ul>
        </Notice>
      )}
      <RadioGroup
        label="Что решаете"
        name="verdict"
        look="cards"
        value={verdict ?? ''}
        error={shown.verdict ?? null}
        onChange={(value) => onChange({ verdict: value as Verdict })}
        options={[
          {
            value: 'accept',
            label: 'Принять',
            hint: work.formal
              ? 'Дальше работу прочитают эксперты'
              : team
                ? 'Команда будет допущена'
                : 'Этап будет пройден',
          },
          ...(work.may_return
            ? [
                {
                  value: 'return',
                  label: 'Вернуть на доработку',
                  hint: [
                    `На исправление — ${counted(work.return_days, 'день', 'дня', 'дней')}`,
                    work.formal && 'вернуть можно один раз',
                  ]
                    .filter(Boolean)
                    .join('; '),
                },
              ]
            : []),
          {
            value: 'refuse',
            label: 'Отказать',
            hint: work.second_look && !proposed ? 'Посмотрит ещё один человек' : 'Этап не будет пройден',
          },
        ]}
      />
      {verdict === 'return' && (
        <p className={styles.quiet}>
          {remarked === 0
            ? `Замечания пишут рядом с ${team ? 'участниками' : 'ответами'}.`
            : team
              ? `Замечания: ${remarked}.`
              : `${plural(remarked, 'Отмечен', 'Отмечены', 'Отмечены')} ${counted(remarked, 'ответ', 'ответа', 'ответов')}.`}
        </p>
      )}
      {verdict === 'refuse' && (
        <Select
          label="Причина"
          name="reason_code"
          required={false}
          value={reason_code}
          onChange={(code) => onChange({ reason_code: code })}
          options={[
            { value: '', label: 'Своими словами' },
            ...work.reasons.map(({ code, title, text }) => ({ value: code, label: title, description: text })),
          ]}
        />
      )}
      {explains && (
        <TextArea
          label={team ? 'Команда прочитает' : 'Участник прочитает'}
          name="reason"
          rows={4}
          required={false}
          limit={maxWords}
          error={shown.reason ?? null}
          value={reason}
          onChange={(text) => onChange({ reason: text })}
        />
      )}
      <TextArea
        label="Заметка для проверяющих"
        name="note"
        rows={2}
        required={false}
        limit={maxWords}
        value={note}
        onChange={(text) => onChange({ note: text })}
      />
      {sending.error != null && <Notice tone="danger" role="alert" title={failureText(sending.error)} />}
      <div className={styles.actions}>
        <Button type="submit" pending={sending.isPending} pendingText="Сохраняем решение…">
          {verdict === null ? 'Решить и дальше' : buttons[verdict]}
        </Button>
        <NextWorkButton kind="secondary" stageId={work.stage_id} after={work.id}>
          Отложить
        </NextWorkButton>
      </div>
      <div className={styles.state}>{children}</div>
      <p className={styles.quiet}>
        {work.may_return ? 'F2 — принять, F4 — вернуть, F8 — отказать' : 'F2 — принять, F8 — отказать'}. Enter, а в
        тексте Ctrl + Enter — решить и открыть следующую {team ? 'команду' : 'работу'}.
      </p>
    </form>
  )
}

const keys: Readonly<Record<string, Verdict>> = { F2: 'accept', F4: 'return', F8: 'refuse' }

/** The key of a verdict chooses it wherever the focus is, and moves the focus to it: one more key decides. */
function useVerdictKeys(mayReturn: boolean, choose: (verdict: Verdict) => void) {
  const form = useRef<HTMLFormElement>(null)
  const latest = useRef(choose)
  latest.current = choose
  // Before the page is painted: no key is lost between two works.
  useLayoutEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const verdict = keys[event.key]
      if (!verdict || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
      // A dialog above the page has the keyboard.
      if (document.querySelector('[role=dialog], [role=alertdialog]')) return
      if (verdict === 'return' && !mayReturn) return
      event.preventDefault()
      latest.current(verdict)
      form.current?.querySelector<HTMLInputElement>(`input[name=verdict][value=${verdict}]`)?.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [mayReturn])
  return form
}

function faultsOf({ verdict, reason_code, reason, remarks }: CheckDraft, remarked: number, explains: boolean) {
  const words = reason.trim() !== ''
  const over = [reason, ...remarks.map(({ text }) => text)].some((text) => [...text].length > maxWords)
  return {
    ...(verdict === null && { verdict: 'Выберите решение' }),
    ...(verdict === 'return' && !words && remarked === 0 && { reason: 'Напишите, что исправить, здесь или у ответа' }),
    ...(verdict === 'refuse' && !words && reason_code === '' && { reason: 'Выберите причину или напишите её' }),
    ...(verdict === 'accept' && explains && !words && { reason: 'Напишите, почему допускаете несобранную команду' }),
    ...(over && { reason: 'Сократите текст' }),
  } as { verdict?: string; reason?: string }
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type FormField, textOf } from '#shared/forms/fields/field.ts'
import { parseWire, showMoscowTime } from '#shared/platform/time/moscow.ts'
import { type GivenReason, refusalReasons } from '#shared/programme/mentors/mentorship-status.ts'
import { formOf } from '#web/forms/fields/dialog-form.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'
import { api } from '#web/platform/api/portal-api.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { useAssisted } from './assisted.ts'
import styles from './Mentors.module.css'
import type { MentorUser } from './queries.ts'

type Act = 'accept' | 'decline' | 'withdraw' | 'want' | 'rather_not' | 'no_wish'
interface Said {
  act: Act
  reason?: GivenReason
  answer?: string
}

function useAct({ user_id, stage_id }: MentorUser) {
  const queries = useQueryClient()
  const mentor_id = useAssisted()
  return useMutation({
    mutationFn: ({ act, ...said }: Said) =>
      mentor_id === null || (act !== 'accept' && act !== 'decline')
        ? api('POST /mentors/users/:user_id/:stage_id', { params: { user_id, stage_id }, body: { act, ...said } })
        : api('POST /assistants/:mentor_id/users/:user_id/:stage_id', {
            params: { mentor_id, user_id, stage_id },
            body: { act, ...said },
          }),
    // Also after a refusal: something may have changed meanwhile.
    onSettled: () => queries.invalidateQueries({ queryKey: ['mentor-users'] }),
  })
}

const acts = {
  accept: { title: 'Работать с участником?', do: 'Согласиться', done: 'Вы работаете вместе, участник узнает об этом' },
  decline: { title: 'Отказаться?', do: 'Отказаться', done: 'Ответ отправлен участнику' },
  withdraw: {
    title: 'Больше не работать с участником?',
    do: 'Отказаться от работы',
    done: 'Участнику ищут другого наставника',
  },
}

/** How a mentor can answer a person who has chosen them. */
export function AnswerActs({ user, onAnswered }: { user: MentorUser; onAnswered?: () => void }) {
  const [asked, setAsked] = useState<keyof typeof acts | null>(null)
  const own = useAssisted() === null
  const until = user.answer_until ? parseWire(user.answer_until) : null
  return (
    <>
      {user.may_wish && <Wish user={user} />}
      {until && (
        <p className={styles.quiet}>
          Ответьте до <Moments text={showMoscowTime(until)} />
        </p>
      )}
      <div className={styles.actions}>
        {user.may_answer && (
          <>
            <Button size="s" aria-label={`Согласиться: ${user.fio}`} onClick={() => setAsked('accept')}>
              Согласиться
            </Button>
            <Button
              size="s"
              kind="secondary"
              aria-label={`Отказаться: ${user.fio}`}
              onClick={() => setAsked('decline')}
            >
              Отказаться
            </Button>
          </>
        )}
        {user.status === 'accepted' && own && (
          <Button
            size="s"
            kind="quiet"
            flush
            aria-label={`Больше не работать с участником: ${user.fio}`}
            onClick={() => setAsked('withdraw')}
          >
            Больше не работать с участником
          </Button>
        )}
      </div>
      {asked && <ActDialog user={user} act={asked} onClose={() => setAsked(null)} onDone={() => onAnswered?.()} />}
    </>
  )
}

const wishes = [
  { value: 'want', label: 'Хочу работать с участником' },
  { value: 'no_wish', label: 'Всё равно' },
  { value: 'rather_not', label: 'Лучше не со мной' },
]
const wishOf = { 1: 'want', 0: 'no_wish', '-1': 'rather_not' } as const

/** The mentor's wish before a matching. It is saved at once, because nobody else sees it. */
function Wish({ user }: { user: MentorUser }) {
  const acting = useAct(user)
  return (
    <RadioGroup
      label="Хочется ли вам работать вместе"
      hint="Пары ещё подбирают. Участник вашего пожелания не увидит"
      name={`wish-${user.user_id}-${user.stage_id}`}
      options={wishes}
      value={acting.isPending ? acting.variables.act : wishOf[user.wish]}
      error={acting.error ? failureText(acting.error) : null}
      onChange={(act) => acting.mutate({ act: act as Act })}
    />
  )
}

const why: FormField = {
  name: 'reason',
  label: 'Почему',
  view: 'radio',
  options: Object.entries(refusalReasons).map(([id, value]) => ({ id, value })),
  validation_rules: { required: true },
  custom_errors: { required: 'Выберите причину' },
}
const said: FormField = {
  name: 'answer',
  label: 'Несколько слов участнику',
  hint: 'Участник прочитает их вместе с ответом',
  view: 'textarea',
  validation_rules: { max_length: 1000 },
}

interface ActDialogProps {
  user: MentorUser
  act: keyof typeof acts
  onClose: () => void
  onDone: () => void
}

function ActDialog({ user, act, onClose, onDone }: ActDialogProps) {
  const acting = useAct(user)
  const words = acts[act]
  return (
    <FormDialog
      title={words.title}
      act={words.do}
      form={act === 'accept' ? formOf(said) : formOf(why, said)}
      send={({ reason, answer }) =>
        acting.mutateAsync({
          act,
          answer: textOf(answer),
          ...(act !== 'accept' && { reason: textOf(reason) as GivenReason }),
        })
      }
      onDone={() => {
        showBanner(words.done, 'success')
        onDone()
      }}
      onClose={onClose}
    >
      <p>
        <bdi>{user.fio}</bdi>
      </p>
    </FormDialog>
  )
}

import { useState } from 'react'
import { counted } from '#shared/platform/time/plural.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { NumberField } from '#web/platform/ui/NumberField.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import styles from './Panel.module.css'
import {
  emptyProfile,
  type ProfileFaults,
  ProfileFields,
  profileFaults,
  profileToSave,
  typedProfile,
} from './ProfileFields.tsx'
import { type StageMentor, useMentor, useWithdrawMentor } from './panel-queries.ts'

/** For a mentor who has people: they lose the mentor, so they are shown the reason. */
export function WithdrawDialog({
  place,
  mentor,
  onClose,
}: {
  place: StagePanelProps
  mentor: StageMentor
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const [attempted, setAttempted] = useState(false)
  const withdrawing = useWithdrawMentor(place, mentor.test_id)
  const missing = reason.trim() === '' ? 'Напишите, что прочитают участники' : null
  function withdraw() {
    setAttempted(true)
    if (missing || withdrawing.isPending) return
    withdrawing.mutate(reason, {
      onSuccess: ({ people }) => {
        const told = people === 0 ? '' : `. Сообщили: ${counted(people, 'участнику', 'участникам', 'участникам')}`
        showBanner(`Наставник больше не на этапе: ${mentor.fio}${told}`, 'success')
        onClose()
      },
    })
  }
  return (
    <Dialog
      title="Завершить работу наставника?"
      isOpen
      role="alertdialog"
      onClose={onClose}
      actions={
        <>
          <Button pending={withdrawing.isPending} pendingText="Завершаем…" onClick={withdraw}>
            Завершить работу
          </Button>
          <Button kind="secondary" disabled={withdrawing.isPending} onClick={onClose}>
            Отмена
          </Button>
        </>
      }
    >
      <div className={styles.panels}>
        {withdrawing.error && (
          <Notice tone="danger" role="alert">
            {failureText(withdrawing.error)}
          </Notice>
        )}
        <p>
          <bdi>{mentor.fio}</bdi>: на этом этапе с наставником работают или ждут его ответа. Участники прочитают
          причину. Всё, что они прошли, останется за ними, и им начнут искать другого наставника.
        </p>
        <TextArea
          label="Что сообщить участникам"
          name="mentor-withdrawal"
          limit={1000}
          value={reason}
          error={attempted ? missing : null}
          onChange={setReason}
        />
      </div>
    </Dialog>
  )
}

export function MentorDialog({
  place,
  mentor,
  onClose,
}: {
  place: StagePanelProps
  mentor: StageMentor | 'new'
  onClose: () => void
}) {
  const known = mentor === 'new' ? null : mentor
  const [number, setNumber] = useState('')
  const [typed, setTyped] = useState(() => (known ? typedProfile(known) : emptyProfile))
  const [faults, setFaults] = useState<ProfileFaults>({})
  const [attempted, setAttempted] = useState(false)
  const saving = useMentor(place)
  const wrong = known || /^\d{1,9}$/.test(number) ? null : 'Введите номер пользователя: его видно в шапке портала'
  function save() {
    setAttempted(true)
    const found = profileFaults(typed)
    setFaults(found)
    if (saving.isPending || wrong || Object.keys(found).length > 0) return
    saving.mutate(
      { test_id: known?.test_id ?? Number(number), fields: profileToSave(typed) },
      {
        onSuccess: () => {
          showBanner(known ? 'Профиль сохранён' : 'Наставник добавлен', 'success')
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      title={known ? known.fio : 'Новый наставник'}
      isOpen
      role="alertdialog"
      size="l"
      onClose={onClose}
      actions={
        <>
          <Button pending={saving.isPending} pendingText="Сохраняем…" onClick={save}>
            {known ? 'Сохранить' : 'Добавить'}
          </Button>
          <Button kind="secondary" disabled={saving.isPending} onClick={onClose}>
            Отмена
          </Button>
        </>
      }
    >
      <div className={styles.panels}>
        {saving.error && (
          <Notice tone="danger" role="alert">
            {failureText(saving.error)}
          </Notice>
        )}
        {known === null && (
          <NumberField
            label="Номер пользователя"
            hint="У человека должна быть учётная запись. Он станет наставником и увидит раздел «Мои участники»"
            name="mentor-number"
            maxLength={9}
            value={number}
            error={attempted ? wrong : null}
            onChange={setNumber}
          />
        )}
        <ProfileFields typed={typed} faults={faults} onChange={setTyped} />
      </div>
    </Dialog>
  )
}

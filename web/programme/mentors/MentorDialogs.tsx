import { useState } from 'react'
import { textOf } from '#shared/forms/fields/field.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { formOf, reasonField } from '#web/forms/fields/dialog-form.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { NumberField } from '#web/platform/ui/NumberField.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
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
  const withdrawing = useWithdrawMentor(place, mentor.test_id)
  return (
    <FormDialog
      title="Завершить работу наставника?"
      act="Завершить работу"
      danger
      form={formOf(
        reasonField('', 1000, { label: 'Что сообщить участникам', required: 'Напишите, что прочитают участники' }),
      )}
      send={({ reason }) => withdrawing.mutateAsync(textOf(reason))}
      onDone={({ people }) => {
        const told = people === 0 ? '' : `. Сообщили: ${counted(people, 'участнику', 'участникам', 'участникам')}`
        showBanner(`Наставник больше не на этапе: ${mentor.fio}${told}`, 'success')
      }}
      onClose={onClose}
    >
      <p>
        <bdi>{mentor.fio}</bdi>: на этом этапе с наставником работают или ждут его ответа. Участники прочитают причину.
        Всё, что они прошли, останется за ними, и им начнут искать другого наставника.
      </p>
    </FormDialog>
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
    if (wrong || Object.keys(found).length > 0) return false
    return saving.mutateAsync({ test_id: known?.test_id ?? Number(number), fields: profileToSave(typed) })
  }
  return (
    <Confirm
      title={known ? known.fio : 'Новый наставник'}
      act={known ? 'Сохранить' : 'Добавить'}
      size="l"
      send={save}
      onDone={() => showBanner(known ? 'Профиль сохранён' : 'Наставник добавлен', 'success')}
      onClose={onClose}
    >
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
    </Confirm>
  )
}

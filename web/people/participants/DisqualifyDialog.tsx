import { textOf } from '#shared/forms/fields/field.ts'
import { maxInfoblockText, maxInfoblockTitle, maxReason } from '#shared/seasons/competitions/limits.ts'
import { formOf, reasonField } from '#web/forms/fields/dialog-form.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'
import { api } from '#web/platform/api/portal-api.ts'
import { useParticipantAct } from './queries.ts'

interface DisqualifyDialogProps {
  whose: { competition: string; testId: number }
  name: string
  onClose: () => void
}

const form = formOf(
  {
    name: 'title',
    label: 'Заголовок для участника',
    view: 'text',
    validation_rules: { required: true, max_length: maxInfoblockTitle },
    custom_errors: { required: 'Напишите заголовок' },
  },
  {
    name: 'text',
    label: 'Текст для участника',
    hint: 'Что произошло и куда обратиться, если это ошибка',
    view: 'textarea',
    validation_rules: { required: true, max_length: maxInfoblockText },
    custom_errors: { required: 'Напишите, что прочитает участник' },
  },
  reasonField('Останется в истории участника', maxReason, {
    label: 'Причина для организаторов',
    validation_rules: { max_length: maxReason },
  }),
)

/** Asks for the text that a disqualified participant will read, and for the reason that only organisers see. */
export function DisqualifyDialog({ whose, name, onClose }: DisqualifyDialogProps) {
  const act = useParticipantAct(
    whose,
    (params, body: { title: string; text: string; reason: string }) =>
      api('POST /admin/competitions/:competition/participants/:test_id/disqualification', { params, body }),
    'Участник отстранён, ему отправлено уведомление',
  )
  return (
    <FormDialog
      title="Отстранить от конкурса"
      act="Отстранить"
      danger
      form={form}
      answer={{ title: 'Вы отстранены от участия в конкурсе' }}
      send={({ title, text, reason }) =>
        act.mutateAsync({ title: textOf(title).trim(), text: textOf(text).trim(), reason: textOf(reason).trim() })
      }
      onClose={onClose}
    >
      <p>
        <bdi>{name}</bdi> больше не сможет открыть этапы. Сданное сохранится. Вернуть в конкурс можно на этой же
        странице.
      </p>
    </FormDialog>
  )
}

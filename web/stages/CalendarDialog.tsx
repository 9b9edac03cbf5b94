import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import { useState } from 'react'
import { api } from '#web/platform/api/portal-api.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { CopyField } from '#web/platform/ui/CopyField.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { calendarQuery } from './queries.ts'

/** Gives the person an address with all deadlines, for any calendar program. */
export function CalendarDialog() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="secondary" icon={<CalendarPlus aria-hidden="true" />} onClick={() => setOpen(true)}>
        Сроки в мой календарь
      </Button>
      <Dialog title="Сроки в вашем календаре" isOpen={isOpen} onClose={() => setOpen(false)}>
        <CalendarAddress />
      </Dialog>
    </>
  )
}

function CalendarAddress() {
  const client = useQueryClient()
  const { data } = useQuery(calendarQuery)
  const asked = () => client.invalidateQueries({ queryKey: calendarQuery.queryKey })
  const make = useMutation({ mutationFn: () => api('POST /user/calendar-address'), onSuccess: asked })
  const drop = useMutation({
    mutationFn: () => api('DELETE /user/calendar-address'),
    onSuccess: () => {
      make.reset()
      return asked()
    },
  })
  const known = data?.created_at != null
  return (
    <>
      <p>
        Ваши сроки — с продлениями — появятся в календаре телефона или компьютера и будут обновляться сами. Для этого
        добавьте в календарь подписку по ссылке.
      </p>
      {make.data ? (
        <CopyField
          label="Ссылка на ваши сроки"
          value={make.data.url}
          hint="Сохраните её сейчас: второй раз мы её не покажем. По ней сроки видны без входа, поэтому никому её не передавайте"
        />
      ) : (
        <p>
          <Button pending={make.isPending} onClick={() => make.mutate()}>
            {known ? 'Создать новую ссылку' : 'Создать ссылку'}
          </Button>
        </p>
      )}
      {known && !make.data && <p>У вас уже есть ссылка. Когда вы создадите новую, прежняя перестанет действовать.</p>}
      {known && (
        <p>
          <Button kind="quiet" flush pending={drop.isPending} onClick={() => drop.mutate()}>
            Закрыть доступ по ссылке
          </Button>
        </p>
      )}
      <FailureNotice error={make.error ?? drop.error} />
    </>
  )
}

import { Frame, type FrameSlots } from '#web/seasons/themes/frame/Frame.tsx'
import { contour } from './contour.ts'
import styles from './Layout.module.css'

const heights = [40, 90, 142, 198, 258, 322, 390]

/** Land up to the horizon and paper below it, the form across both; inside, the map continues in pale lines. */
export const Layout = (slots: FrameSlots) => (
  <Frame
    slots={slots}
    styles={styles}
    ground={
      <svg className={styles.map} viewBox="0 0 900 560" aria-hidden="true">
        {heights.map((radius) => (
          <path key={radius} d={contour(620, 170, radius)} fill="none" stroke="var(--action)" strokeOpacity="0.16" />
        ))}
      </svg>
    }
  />
)

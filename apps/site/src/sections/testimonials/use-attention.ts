import { type FocusEvent, type PointerEvent, useState } from 'react';

/** Whether a mouse is over an element, or the keyboard's visible focus is inside it. */
export function useAttention() {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  return {
    isAttended: hovered || focused,
    handlers: {
      // A tapping finger has left already: only a mouse hovers.
      onPointerEnter: (event: PointerEvent) => setHovered(event.pointerType === 'mouse'),
      onPointerMove: (event: PointerEvent) => setHovered(event.pointerType === 'mouse'),
      onPointerLeave: () => setHovered(false),
      // A button pressed by mouse keeps the focus, but that does not mean someone reads by keyboard.
      onFocus: (event: FocusEvent) => setFocused(event.target.matches(':focus-visible')),
      onBlur: (event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocused(false);
      },
    },
  };
}

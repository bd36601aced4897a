import type { ReactNode } from 'react';

interface TrayButtonProps {
  readonly label: string;
  /** The label of the other state: space is reserved for it. */
  readonly otherLabel?: string;
  readonly icon: ReactNode;
  readonly onPress: () => void;
  /** Pressed state: on or off, open or closed. */
  readonly pressed?: boolean;
  readonly expanded?: boolean;
  readonly tone?: 'plain' | 'off' | 'open' | 'leave';
  readonly tooltip?: string;
  readonly badge?: number;
  readonly badgeLabel?: string;
  readonly shortcut?: string;
  /** Hidden on phones, where the settings have it. */
  readonly wideOnly?: boolean;
}

export function TrayButton({
  label,
  otherLabel,
  icon,
  onPress,
  pressed,
  expanded,
  tone = 'plain',
  tooltip,
  badge = 0,
  badgeLabel,
  shortcut,
  wideOnly = false,
}: TrayButtonProps) {
  return (
    <button
      type="button"
      className="tray-button"
      data-tone={tone}
      data-wide={wideOnly}
      title={tooltip ?? label}
      aria-pressed={pressed}
      aria-expanded={expanded}
      aria-keyshortcuts={shortcut}
      onClick={onPress}
    >
      <span className="tray-icon">
        {icon}
        {badge > 0 ? (
          <span className="badge" aria-hidden="true">
            {badge > 99 ? '99+' : badge}
          </span>
        ) : null}
      </span>
      <span className="tray-label" data-other={otherLabel}>
        {label}
      </span>
      {badge > 0 ? <span className="sr-only">{badgeLabel}</span> : null}
    </button>
  );
}

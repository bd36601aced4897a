import { usePage, usePageState } from '../state/page-context.ts';
import type { TrayButtons } from '../state/page-state.ts';
import { useDark } from '../theme/use-dark.ts';
import { TrayButton } from './tray-button.tsx';

const TONES = { default: 'plain', 'sidebar-open': 'open', active: 'open' } as const;

/** Buttons of the embedding page, and of its integrations. */
export function CustomButtons() {
  const { actions } = usePage();
  const buttons = usePageState((state) => state.trayButtons);
  const integrations = usePageState((state) => state.integrations);
  const running = usePageState((state) => state.runningIntegrations);
  return (
    <>
      {Object.entries(buttons).map(([id, button]) => (
        <TrayButton
          key={id}
          label={button.label}
          tooltip={button.tooltip}
          icon={<ButtonIcon button={button} />}
          tone={TONES[button.visualState ?? 'default']}
          onPress={() => actions.pressTrayButton(id)}
        />
      ))}
      {Object.entries(integrations).map(([id, { label, iconURL }]) =>
        iconURL === undefined ? null : (
          <TrayButton
            key={id}
            label={label}
            icon={<img src={iconURL} alt="" width={22} height={22} />}
            pressed={running.has(id)}
            tone={running.has(id) ? 'open' : 'plain'}
            onPress={() =>
              running.has(id) ? actions.stopIntegration(id) : actions.startIntegration(id)
            }
          />
        ),
      )}
    </>
  );
}

function ButtonIcon({ button }: { readonly button: TrayButtons[string] }) {
  const dark = useDark();
  const path = (dark ? button.iconPathDarkMode : undefined) ?? button.iconPath;
  return <img src={path} alt="" width={22} height={22} />;
}

; The installer for Windows, made by Inno Setup from the folder that tools/dev.py package built beside this script.
[Setup]
AppId={{7C2B6C0E-2F6E-4B59-9C1B-4D7C0B0E51A1}
AppName=Comodín
AppVersion=@VERSION@
AppPublisher=The Comodín makers
DefaultDirName={autopf}\Comodin
DefaultGroupName=Comodín
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
OutputDir=.
OutputBaseFilename=comodin-@VERSION@-setup
LicenseFile=comodin\LICENSE
UninstallDisplayIcon={app}\comodin.exe
Compression=lzma2
SolidCompression=yes
WizardStyle=modern
ArchitecturesInstallIn64BitMode=x64compatible

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "es"; MessagesFile: "compiler:Languages\Spanish.isl"
Name: "it"; MessagesFile: "compiler:Languages\Italian.isl"
Name: "pt"; MessagesFile: "compiler:Languages\BrazilianPortuguese.isl"

[Tasks]
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked

[Files]
Source: "comodin\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[Icons]
Name: "{autoprograms}\Comodín"; Filename: "{app}\comodin.exe"
Name: "{autodesktop}\Comodín"; Filename: "{app}\comodin.exe"; Tasks: desktopicon

[Run]
Filename: "{app}\comodin.exe"; Description: "{cm:LaunchProgram,Comodín}"; Flags: nowait postinstall skipifsilent

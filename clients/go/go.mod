module statusd.example/screen

go 1.19

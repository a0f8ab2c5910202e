module statusd.example/statusd

go 1.19
